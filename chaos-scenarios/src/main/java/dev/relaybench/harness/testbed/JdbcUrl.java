package dev.relaybench.harness.testbed;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A PostgreSQL JDBC URL, in the parts that change from one use to the next.
///
/// @param hosts `host:port`, or several joined by commas
/// @param database the name of the database
/// @param parameters from the question mark on, or empty; may hold secrets
record JdbcUrl(String hosts, String database, String parameters) {
    private static final Pattern FORM =
            Pattern.compile("jdbc:postgresql://(?<hosts>[^/?]+)/(?<database>[^/?]+)(?<parameters>\\?.*)?");

    /// @throws TestbedException if it is none; the message shows nothing behind the question mark
    static JdbcUrl of(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new TestbedException("The JDBC URL " + text.replaceFirst("\\?.*", "?...")
                    + " is not of the form jdbc:postgresql://host:port/database: correct it.");
        }
        String parameters = matcher.group("parameters");
        return new JdbcUrl(matcher.group("hosts"), matcher.group("database"), parameters == null ? "" : parameters);
    }

    JdbcUrl withDatabase(String name) {
        return new JdbcUrl(hosts, name, parameters);
    }

    JdbcUrl withHosts(String others) {
        return new JdbcUrl(others, database, parameters);
    }

    /// The whole URL, for a driver; never for a log.
    String text() {
        return "jdbc:postgresql://" + hosts + "/" + database + parameters;
    }

    /// Without what may be secret.
    @Override
    public String toString() {
        return "jdbc:postgresql://" + hosts + "/" + database;
    }
}

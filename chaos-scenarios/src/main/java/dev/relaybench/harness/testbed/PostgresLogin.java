package dev.relaybench.harness.testbed;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import javax.net.ssl.SSLException;

/// How to log in to somebody's PostgreSQL, and what it means when that fails.
///
/// @param name for messages, such as `PostgreSQL at db:5432`
record PostgresLogin(String name, JdbcUrl url, ExternalSettings.Database database, Secrets secrets) {
    private static final String CONNECT_SECONDS = "5";
    private static final String LOGIN_SECONDS = "6";
    private static final String ANSWER_SECONDS = "10";

    static PostgresLogin of(ExternalSettings settings, Secrets secrets) {
        ExternalSettings.Database database = settings.postgres();
        String name = "PostgreSQL at " + database.url().hosts();
        return new PostgresLogin(name, database.url(), database, secrets);
    }

    PostgresLogin at(JdbcUrl other) {
        return new PostgresLogin("PostgreSQL at " + other.hosts(), other, database, secrets);
    }

    /// @throws TestbedException in one sentence, within about ten seconds
    Connection connect() {
        try {
            return attempt();
        } catch (SQLException e) {
            throw secrets.failure(sentence(e), e);
        }
    }

    Connection attempt() throws SQLException {
        var properties = new Properties();
        properties.setProperty("user", database.user());
        properties.setProperty("password", database.password());
        properties.setProperty("connectTimeout", CONNECT_SECONDS);
        properties.setProperty("loginTimeout", LOGIN_SECONDS);
        properties.setProperty("socketTimeout", ANSWER_SECONDS);
        properties.setProperty("ApplicationName", "relaybench-preflight");
        return DriverManager.getConnection(url.text(), properties);
    }

    private String sentence(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        return switch (state) {
            case "28P01" ->
                name + " refuses the password of user " + database.user()
                        + ": correct postgres.user or postgres.password.";
            case "28000" -> notAllowed(failure);
            case "3D000" -> name + " has no database " + url.database() + ": name one that exists in postgres.url.";
            case "53300" -> name + " has no connection free: end some, or raise max_connections.";
            case "57P03" -> name + " does not take connections now: wait until it has started.";
            case "42501" ->
                name + " does not let user " + database.user() + " connect to database " + url.database()
                        + ": GRANT CONNECT ON DATABASE " + url.database() + " TO " + database.user() + ".";
            default -> unreachable(failure);
        };
    }

    private String notAllowed(SQLException failure) {
        String message = String.valueOf(failure.getMessage());
        if (message.contains("no encryption") || message.contains("SSL off")) {
            return name + " demands TLS of user " + database.user()
                    + ": add ?sslmode=verify-full&sslrootcert=FILE (or ?sslmode=require) to postgres.url.";
        }
        return name + " does not let user " + database.user() + " into database " + url.database()
                + " from this host: add a line for it to the server's pg_hba.conf.";
    }

    private String unreachable(SQLException failure) {
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            switch (cause) {
                case UnknownHostException ignored -> {
                    return name + " cannot be found, for its host is unknown: correct postgres.url.";
                }
                case SocketTimeoutException ignored -> {
                    return silent();
                }
                case ConnectException ignored -> {
                    return "Nothing listens for " + name + ": start it, or correct postgres.url.";
                }
                case NoRouteToHostException ignored -> {
                    return "No route leads to " + name + ": correct postgres.url, or open the firewall.";
                }
                case SSLException ignored -> {
                    return "The TLS handshake with " + name + " failed (" + TlsFailure.reason(failure)
                            + "): set sslmode and sslrootcert in postgres.url to fit the server's certificate.";
                }
                default -> {}
            }
        }
        return inItsWords(failure);
    }

    private String inItsWords(SQLException failure) {
        String message = String.valueOf(failure.getMessage());
        if (message.contains("does not support SSL")) {
            return name + " does not offer TLS, which postgres.url demands: set ssl = on at the server, or take sslmode"
                    + " out of postgres.url.";
        }
        if (message.contains("root certificate")) {
            return "The certificate that sslrootcert in postgres.url names cannot be read: name a file in PEM form.";
        }
        if (message.contains("timed out")) {
            return silent();
        }
        return name + " cannot be used (" + secrets.reason(failure) + "): correct the settings postgres.*.";
    }

    private String silent() {
        return name + " does not answer in " + LOGIN_SECONDS
                + " s: correct postgres.url, or open the firewall between.";
    }
}

package dev.relaybench.harness.testbed;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;

/// Databases and settings of a server by SQL; a connection for each call, so that none breaks while the server is down.
final class PostgresDatabases {
    private static final String TIMEOUT_SECONDS = "20";

    private final JdbcUrl url;
    private final String user;
    private final String password;
    private final Owned owned = new Owned("database");

    /// @param url the server, by a database that exists
    PostgresDatabases(JdbcUrl url, String user, String password) {
        this.url = url;
        this.user = user;
        this.password = password;
    }

    void create(String name) {
        try {
            execute("CREATE DATABASE " + checked(name), name);
        } catch (TestbedException e) {
            if (isWithoutAnswer(e)) {
                owned.created(name); // It may have been made all the same, and is dropped in the end.
            }
            throw e;
        }
        owned.created(name);
    }

    /// Whether the connection broke: SQL states of class 08.
    private static boolean isWithoutAnswer(TestbedException failure) {
        return failure.getCause() instanceof SQLException cause
                && String.valueOf(cause.getSQLState()).startsWith("08");
    }

    void drop(String name) {
        owned.require(name);
        execute("DROP DATABASE IF EXISTS " + checked(name) + " WITH (FORCE)", name);
        owned.removed(name);
    }

    /// Drops what was created here and is still there. Each is tried, whatever becomes of the others.
    ///
    /// @throws TestbedException naming the first that stays
    void dropAll() {
        Removals.tryEach(owned.left(), this::drop);
    }

    private static String checked(String name) {
        if (!name.matches("[a-z_][a-z0-9_]{0,62}")) {
            throw new TestbedException(
                    "The database name " + name + " is impossible: use lower case letters, digits and _.");
        }
        return name;
    }

    private void execute(String sql, String database) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new TestbedException("The database " + database + " could not be changed: " + e.getMessage(), e);
        }
    }

    Connection connect() throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("password", password);
        properties.setProperty("connectTimeout", TIMEOUT_SECONDS);
        properties.setProperty("socketTimeout", TIMEOUT_SECONDS);
        return DriverManager.getConnection(url.text(), properties);
    }

    /// What the server says of itself: `version`, and the settings with these names and a few more.
    Map<String, String> settings(Collection<String> names) {
        Map<String, String> found = new LinkedHashMap<>();
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            found.put("version", ask(statement, "server_version"));
            for (String name : new TreeSet<>(names)) {
                found.put(name, ask(statement, name));
            }
            found.put("server_encoding", ask(statement, "server_encoding"));
            found.put("data_checksums", ask(statement, "data_checksums"));
            found.put("wal_sync_method", ask(statement, "wal_sync_method"));
        } catch (SQLException e) {
            throw new TestbedException("PostgreSQL does not tell its settings (" + e.getMessage() + ").", e);
        }
        return Map.copyOf(found);
    }

    /// The same, of a server that was started here.
    ///
    /// @throws TestbedException if one of them is not as it was set
    Map<String, String> settingsAsSet(Map<String, String> set) {
        Map<String, String> found = settings(set.keySet());
        set.forEach((name, wanted) -> {
            if (!wanted.equals(found.get(name))) {
                throw new TestbedException("PostgreSQL runs with " + name + " = " + found.get(name) + " in place of "
                        + wanted + ": report this as a bug.");
            }
        });
        return found;
    }

    private static String ask(Statement statement, String setting) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT current_setting('" + setting + "')")) {
            row.next();
            return row.getString(1);
        }
    }
}

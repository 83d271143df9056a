package dev.relaybench.harness.testbed;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeSet;

/// PostgreSQL from the binaries on the class path.
final class EmbeddedPostgres implements Postgres, AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final String TIMEOUT_SECONDS = "20";

    private final PostgresServer server;
    private final PortLease proxyPort;
    private final String password;
    private final Map<String, String> settings;

    private EmbeddedPostgres(PostgresServer server, PortLease proxyPort, String password) {
        this.server = server;
        this.proxyPort = proxyPort;
        this.password = password;
        this.settings = readSettings();
    }

    static EmbeddedPostgres start(Site site, CacheDirectory cache, ServerUser user) {
        PostgresBinaries binaries = PostgresBinaries.unpack(cache);
        PostgresTemplate template = PostgresTemplate.prepare(binaries, user, cache);
        PostgresServer server = PostgresServer.start(binaries, user, template, site);
        PortLease proxyPort = PortLease.take();
        try {
            return new EmbeddedPostgres(server, proxyPort, template.password());
        } catch (TestbedException e) {
            proxyPort.close();
            server.close();
            throw e;
        }
    }

    private Map<String, String> readSettings() {
        Map<String, String> found = new LinkedHashMap<>();
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            found.put("version", ask(statement, "server_version"));
            for (String name : new TreeSet<>(PostgresServer.SETTINGS.keySet())) {
                String value = ask(statement, name);
                String wanted = PostgresServer.SETTINGS.get(name);
                if (!value.equals(wanted)) {
                    throw new TestbedException("PostgreSQL runs with " + name + " = " + value + " in place of " + wanted
                            + ": report this as a bug.");
                }
                found.put(name, value);
            }
            found.put("server_encoding", ask(statement, "server_encoding"));
            found.put("data_checksums", ask(statement, "data_checksums"));
            found.put("wal_sync_method", ask(statement, "wal_sync_method"));
        } catch (SQLException e) {
            throw new TestbedException("PostgreSQL does not tell its settings (" + e.getMessage() + ").", e);
        }
        return Map.copyOf(found);
    }

    private static String ask(Statement statement, String setting) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT current_setting('" + setting + "')")) {
            row.next();
            return row.getString(1);
        }
    }

    private Connection connect() throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", user());
        properties.setProperty("password", password);
        properties.setProperty("connectTimeout", TIMEOUT_SECONDS);
        properties.setProperty("socketTimeout", TIMEOUT_SECONDS);
        return DriverManager.getConnection(jdbcUrl("postgres"), properties);
    }

    @Override
    public void createDatabase(String name) {
        execute("CREATE DATABASE " + checked(name), name);
    }

    @Override
    public void dropDatabase(String name) {
        execute("DROP DATABASE IF EXISTS " + checked(name) + " WITH (FORCE)", name);
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

    @Override
    public String jdbcUrl(String database) {
        return "jdbc:postgresql://" + HOST + ":" + port() + "/" + database;
    }

    @Override
    public String jdbcUrlProxied(String database) {
        return "jdbc:postgresql://" + HOST + ":" + proxyPort() + "/" + database;
    }

    @Override
    public String user() {
        return PostgresTemplate.SUPERUSER;
    }

    @Override
    public String password() {
        return password;
    }

    @Override
    public String host() {
        return HOST;
    }

    @Override
    public int port() {
        return server.port();
    }

    int proxyPort() {
        return proxyPort.port();
    }

    @Override
    public Map<String, String> settings() {
        return settings;
    }

    @Override
    public Optional<Node> node() {
        return Optional.of(server);
    }

    @Override
    public void close() {
        server.close();
        proxyPort.close();
    }
}

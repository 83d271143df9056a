package dev.relaybench.relay.testbed;

import com.zaxxer.hikari.HikariDataSource;
import dev.relaybench.relay.jdbc.ConnectionPool;
import dev.relaybench.relay.jdbc.Migrations;
import dev.relaybench.relay.settings.DatabaseSettings;
import dev.relaybench.relay.settings.RelaySettings;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/// One real PostgreSQL for all tests of the JVM, and a schema of its own for each test: a database for each would leave
/// so much to write that the server does not stop in time.
public final class TestDatabase {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private static final String SHARED = "postgres";

    private final String name;
    private final String database;

    private TestDatabase(String name, String database) throws SQLException {
        this.name = name;
        this.database = database;
        execute(url("public"), "CREATE SCHEMA " + name);
    }

    /// Makes a new, empty schema.
    public static TestDatabase create() throws SQLException {
        return new TestDatabase("test_" + NUMBER.incrementAndGet(), SHARED);
    }

    /// Makes a new, empty schema in a database of its own: for what the server counts by database.
    public static TestDatabase createAlone() throws SQLException {
        String name = "test_" + NUMBER.incrementAndGet();
        execute(url(SHARED, "public"), "CREATE DATABASE " + name);
        return new TestDatabase(name, name);
    }

    /// Name of the schema.
    public String name() {
        return name;
    }

    /// JDBC URL of this schema; its user is `postgres`, without a password.
    public String url() {
        return url(name);
    }

    /// The required settings of a relay on this database with no broker, and these settings more.
    public Map<String, String> settings(Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "relay.jdbc.url", url(),
                "relay.jdbc.user", "postgres",
                "relay.jdbc.pool-size", "4",
                // Port 1 answers with a refusal at once: the relay has to live without Kafka.
                "relay.kafka.bootstrap-servers", "127.0.0.1:1"));
        settings.putAll(more);
        return settings;
    }

    /// A relay's pool of connections to this schema, with the relay's tables in it. The caller closes it.
    public HikariDataSource openPool() throws SQLException {
        DatabaseSettings database = RelaySettings.of(settings(Map.of())).database();
        HikariDataSource pool = ConnectionPool.open(database, Duration.ofSeconds(20));
        try {
            Migrations.run(pool, database);
            return pool;
        } catch (SQLException failure) {
            pool.close();
            throw failure;
        }
    }

    /// A connection of the test's own.
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url(), "postgres", "");
    }

    public void execute(String sql) throws SQLException {
        execute(url(), sql);
    }

    /// The first column of every row, as text.
    public List<String> query(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> values = new ArrayList<>();
            while (rows.next()) {
                values.add(rows.getString(1));
            }
            return values;
        }
    }

    /// The one number that the query gives.
    public long number(String sql) throws SQLException {
        return Long.parseLong(query(sql).getFirst());
    }

    /// Ends all connections of relays, as an administrator would. Tests of one JVM run one after the other.
    public void cutConnections() throws SQLException {
        execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'relaybench-relay'");
    }

    private static void execute(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, "postgres", "");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private String url(String schema) {
        return url(database, schema);
    }

    private static String url(String database, String schema) {
        return "jdbc:postgresql://127.0.0.1:" + Server.POSTGRES.getPort() + "/" + database + "?currentSchema=" + schema;
    }

    /// Started by the first test that needs it; ends with the JVM.
    private static final class Server {
        private static final EmbeddedPostgres POSTGRES = start();

        private static EmbeddedPostgres start() {
            try {
                // The library's own defaults switch durability off, which is not what anybody runs.
                return EmbeddedPostgres.builder()
                        .setServerConfig("listen_addresses", "127.0.0.1")
                        .setServerConfig("fsync", "on")
                        .setServerConfig("full_page_writes", "on")
                        .setServerConfig("synchronous_commit", "on")
                        .setServerConfig("track_commit_timestamp", "on")
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}

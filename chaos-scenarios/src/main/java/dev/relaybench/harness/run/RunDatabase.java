package dev.relaybench.harness.run;

import dev.relaybench.harness.history.HistoryEvent;
import dev.relaybench.harness.history.PayloadHash;
import dev.relaybench.harness.testbed.Postgres;
import dev.relaybench.relay.spi.RelayContract;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Properties;
import java.util.function.Consumer;

/// The run's own database: made for it, read as the truth at its end, dropped after it.
final class RunDatabase implements AutoCloseable {
    private static final String BUSINESS_TABLE_DDL = "CREATE TABLE " + RelayContract.BUSINESS_TABLE
            + " (id uuid PRIMARY KEY, aggregate_id text NOT NULL, sequence bigint NOT NULL,"
            + " topic text NOT NULL, payload text NOT NULL)";

    private final Postgres postgres;
    private final String name;
    private final Connection connection;

    private RunDatabase(Postgres postgres, String name, Connection connection) {
        this.postgres = postgres;
        this.name = name;
        this.connection = connection;
    }

    static RunDatabase create(Postgres postgres, String name) throws SQLException {
        postgres.createDatabase(name);
        var database = new RunDatabase(postgres, name, connect(postgres, name));
        try (Statement statement = database.connection.createStatement()) {
            statement.execute(BUSINESS_TABLE_DDL);
        }
        return database;
    }

    /// One more connection, past all proxies, with a deadline on every answer.
    static Connection connect(Postgres postgres, String name) throws SQLException {
        var properties = new Properties();
        properties.setProperty("user", postgres.user());
        properties.setProperty("password", postgres.password());
        properties.setProperty("socketTimeout", "30");
        properties.setProperty("ApplicationName", "relaybench-harness");
        return DriverManager.getConnection(postgres.jdbcUrl(name), properties);
    }

    String name() {
        return name;
    }

    Connection connection() {
        return connection;
    }

    /// Records every committed business row with its commit time.
    ///
    /// @return the number of rows
    long readLedger(Consumer<HistoryEvent> history) throws SQLException {
        long rows = 0;
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT id, aggregate_id, sequence, topic, payload,"
                        + " pg_xact_commit_timestamp(xmin) AS committed_at FROM "
                        + RelayContract.BUSINESS_TABLE + " ORDER BY committed_at")) {
            while (result.next()) {
                rows++;
                history.accept(new HistoryEvent.Committed(
                        result.getObject("committed_at", OffsetDateTime.class).toInstant(),
                        result.getString("id"),
                        result.getString("aggregate_id"),
                        result.getLong("sequence"),
                        result.getString("topic"),
                        PayloadHash.of(result.getString("payload"))));
            }
        }
        history.accept(new HistoryEvent.LedgerRead(Instant.now(), rows));
        return rows;
    }

    /// Records every row that the relay still has to publish.
    ///
    /// @param pendingQuery the relay's own word for it
    void readPending(String pendingQuery, Consumer<HistoryEvent> history) throws SQLException {
        long rows = 0;
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(pendingQuery)) {
            while (result.next()) {
                rows++;
                history.accept(new HistoryEvent.Pending(
                        result.getObject("since", OffsetDateTime.class).toInstant(), result.getString("id")));
            }
        }
        history.accept(new HistoryEvent.PendingRead(Instant.now(), rows));
    }

    /// How many rows wait, and for how long the oldest has.
    static Backlog backlog(Connection connection, String pendingQuery) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT count(*) AS rows,"
                        + " coalesce(extract(epoch FROM clock_timestamp() - min(since)) * 1000, 0) AS lag"
                        + " FROM (" + pendingQuery + ") AS pending")) {
            result.next();
            return new Backlog(result.getLong("rows"), Math.max(0, result.getDouble("lag")));
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            // The database goes away next; a broken connection to it needs no closing.
        }
        postgres.dropDatabase(name);
    }

    /// @param rows rows that wait to be published
    /// @param lagMillis age of the oldest
    record Backlog(long rows, double lagMillis) {}
}

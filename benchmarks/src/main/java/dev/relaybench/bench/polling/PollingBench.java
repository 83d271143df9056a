package dev.relaybench.bench.polling;

import com.zaxxer.hikari.HikariDataSource;
import dev.relaybench.harness.run.RelaySettingsFile;
import dev.relaybench.harness.testbed.Postgres;
import dev.relaybench.harness.testbed.Testbed;
import dev.relaybench.relay.jdbc.Migrations;
import dev.relaybench.relay.main.RelayWiring;
import dev.relaybench.relay.polling.Claims;
import dev.relaybench.relay.polling.LeaseClaims;
import dev.relaybench.relay.polling.RowLockClaims;
import dev.relaybench.relay.settings.EventSettings.Table;
import dev.relaybench.relay.settings.PollingOutboxSettings.ClaimStrategy;
import dev.relaybench.relay.settings.PollingOutboxSettings.Order;
import dev.relaybench.relay.settings.RelaySettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Locale;

/// A database of its own with the table `outbox_event`, and the connections to work on it.
final class PollingBench implements AutoCloseable {
    static final Table TABLE = Table.OUTBOX_EVENT;
    static final int AGGREGATES = 1_000;
    private static final Duration HELD = Duration.ofMinutes(1);
    /// Rows of one insert: the pool's statements have a deadline.
    private static final int CHUNK = 50_000;

    private final Postgres postgres;
    private final String database;
    private final RelaySettings settings;
    private final HikariDataSource pool;

    private PollingBench(Postgres postgres, String database, RelaySettings settings) {
        this.postgres = postgres;
        this.database = database;
        this.settings = settings;
        this.pool = new RelayWiring().pool(settings);
    }

    /// Where the rows of an aggregate lie in the table.
    enum Layout {
        /// One row of each aggregate after the other, as when all are busy at the same time.
        IN_TURN("in turn"),
        /// All rows of an aggregate together, as after an import.
        TOGETHER("together");

        private final String words;

        Layout(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }

        private String aggregateOf(int rows) {
            return switch (this) {
                case IN_TURN -> "n %% %d".formatted(AGGREGATES);
                case TOGETHER -> "n / %d".formatted(Math.max(1, rows / AGGREGATES));
            };
        }
    }

    /// @param suffix tells databases apart that are open at the same time
    static PollingBench open(Testbed testbed, String suffix) throws SQLException {
        Postgres postgres = testbed.postgres();
        String database = "relaybench_polling_" + suffix;
        postgres.createDatabase(database);
        try (var file = RelaySettingsFile.direct(testbed, database)) {
            var bench = new PollingBench(postgres, database, RelaySettings.read(file.path()));
            Migrations.run(bench.pool, bench.settings.database());
            return bench;
        }
    }

    RelaySettings settings() {
        return settings;
    }

    HikariDataSource pool() {
        return pool;
    }

    /// The strategy, as settings name it.
    static String words(ClaimStrategy claim) {
        return claim.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    Claims claims(ClaimStrategy claim, Order order) {
        return switch (claim) {
            case LEASE -> new LeaseClaims(pool, TABLE, order, new LeaseClaims.Terms("bench", HELD));
            case ROW_LOCK -> new RowLockClaims(pool, TABLE, order, HELD);
        };
    }

    /// Empties the table, and fills it with rows that were published long ago.
    void history(int rows) throws SQLException {
        execute("TRUNCATE " + TABLE.tableName());
        insert(rows, Layout.IN_TURN, "'history', 'PUBLISHED', now() - interval '1 day', now() - interval '1 day'");
    }

    /// Adds rows that wait, of 512 bytes over {@link #AGGREGATES} aggregates. The table is then as a long-running one
    /// is: with statistics, and flushed.
    void backlog(int rows, Layout layout, String topic) throws SQLException {
        insert(rows, layout, "'%s', 'PENDING', NULL, now()".formatted(topic));
        execute("VACUUM ANALYZE " + TABLE.tableName());
        execute("CHECKPOINT");
    }

    private void insert(int rows, Layout layout, String values) throws SQLException {
        for (int from = 0; from < rows; from += CHUNK) {
            execute("""
                    INSERT INTO %s (id, aggregate_type, aggregate_id, event_type, payload, topic, status, published_at,
                        next_attempt_at)
                    SELECT gen_random_uuid(), 'order', 'order-' || (%s), 'placed', rpad('n=' || n || ';', 512, 'x'), %s
                    FROM generate_series(%d, %d) AS n""".formatted(
                    TABLE.tableName(), layout.aggregateOf(rows), values, from, Math.min(rows, from + CHUNK) - 1));
        }
    }

    /// Leaves the history alone.
    void removeBacklog() throws SQLException {
        execute("DELETE FROM %s WHERE topic <> 'history'".formatted(TABLE.tableName()));
    }

    long unfinished() throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet count = statement.executeQuery(
                        "SELECT count(*) FROM %s WHERE status <> 'PUBLISHED'".formatted(TABLE.tableName()))) {
            count.next();
            return count.getLong(1);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            // Vacuum can be no part of a transaction.
            connection.setAutoCommit(true);
            statement.execute(sql);
        }
    }

    @Override
    public void close() {
        pool.close();
        postgres.dropDatabase(database);
    }
}

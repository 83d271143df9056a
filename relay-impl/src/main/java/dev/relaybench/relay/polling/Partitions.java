package dev.relaybench.relay.polling;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/// The partitions of `outbox_event_rotated`: statements only, in the transaction of the caller.
///
/// @param connection without auto-commit
record Partitions(Connection connection) {
    static final String PARENT = "outbox_event_rotated";
    /// Takes the rows that no other partition was made for.
    static final String REST = PARENT + "_rest";

    private static final String PREFIX = PARENT + "_p";

    /// One that the rotation has made.
    record Partition(String name, Period period) {}

    /// The time by the clock that gives rows their `created_at`.
    Instant now() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT clock_timestamp()")) {
            row.next();
            return row.getObject(1, OffsetDateTime.class).toInstant();
        }
    }

    /// All that the rotation has made, oldest first.
    List<Partition> list() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("""
                        SELECT c.relname, bounds[1]::timestamptz, bounds[2]::timestamptz
                        FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
                        CROSS JOIN regexp_match(pg_get_expr(c.relpartbound, c.oid),
                            'FROM \\(''(.+)''\\) TO \\(''(.+)''\\)') AS bounds
                        WHERE i.inhparent = '%s'::regclass AND starts_with(c.relname, '%s') AND bounds IS NOT NULL
                        ORDER BY 2""".formatted(PARENT, PREFIX))) {
            List<Partition> partitions = new ArrayList<>();
            while (rows.next()) {
                partitions.add(new Partition(rows.getString(1), new Period(instant(rows, 2), instant(rows, 3))));
            }
            return partitions;
        }
    }

    /// Keeps everybody out of the table, readers too, until the end of the transaction. Whoever comes now waits behind
    /// this wait, applications that append among them: it must be short.
    ///
    /// @throws SQLException with the state 55P03 if somebody works with the table for longer than that
    void lock(Duration waitMax) throws SQLException {
        execute("SET LOCAL lock_timeout = '%d ms'".formatted(waitMax.toMillis()));
        // ONLY: a vacuum of any partition would else be in the way. Everybody else comes through the parent.
        execute("LOCK TABLE ONLY " + PARENT + " IN ACCESS EXCLUSIVE MODE");
    }

    /// How many rows of this period went to the rest, at most so many.
    int countInRest(Period period, int max) throws SQLException {
        return number("SELECT count(*) FROM (SELECT FROM %s WHERE %s LIMIT %d) AS found"
                .formatted(REST, within(period), max));
    }

    /// Makes a partition and moves the rows of its period there from the rest. Needs the lock.
    ///
    /// @return how many were moved
    int create(Period period) throws SQLException {
        String name = PREFIX + period.name();
        // Made by itself and attached when it is filled: with PARTITION OF, the rows in the rest would be in the way.
        // What the parent tells its partitions does not include when to vacuum them.
        execute("""
                CREATE TABLE %s (LIKE %s INCLUDING DEFAULTS INCLUDING CONSTRAINTS) WITH (
                    autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 5000,
                    autovacuum_analyze_scale_factor = 0.0, autovacuum_analyze_threshold = 5000)
                """.formatted(name, PARENT));
        int moved = number("""
                WITH gone AS (DELETE FROM %s WHERE %s RETURNING *),
                    moved AS (INSERT INTO %s SELECT * FROM gone RETURNING 1)
                SELECT count(*) FROM moved""".formatted(REST, within(period), name));
        execute("ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM ('%s') TO ('%s')"
                .formatted(PARENT, name, period.start(), period.end()));
        return moved;
    }

    /// Whether all rows of this period are PUBLISHED.
    boolean isFinished(Period period) throws SQLException {
        // By the partial indexes, whatever the planner knows of the partition: this is also asked under the lock, and
        // must not read millions of finished rows then.
        execute("SET LOCAL enable_seqscan = off");
        return number("""
                SELECT (EXISTS (SELECT FROM %1$s WHERE %2$s AND status IN ('PENDING', 'FAILED'))
                    OR EXISTS (SELECT FROM %1$s WHERE %2$s AND status = 'IN_FLIGHT')
                    OR EXISTS (SELECT FROM %1$s WHERE %2$s AND status = 'DEAD'))::int
                """.formatted(PARENT, within(period))) == 0;
    }

    /// Drops a partition with all its rows. Needs the lock.
    void drop(Partition partition) throws SQLException {
        execute("DROP TABLE " + partition.name());
    }

    private static String within(Period period) {
        return "created_at >= '%s' AND created_at < '%s'".formatted(period.start(), period.end());
    }

    private static Instant instant(ResultSet row, int column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    private int number(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getInt(1);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}

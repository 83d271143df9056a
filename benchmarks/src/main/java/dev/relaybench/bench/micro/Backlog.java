package dev.relaybench.bench.micro;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/// The rows that wait to be drained.
final class Backlog {
    /// Rows of one invocation.
    static final int ROWS = 40_000;

    private Backlog() {}

    /// Empties the table and fills it with rows of 512 bytes over 1,000 aggregates, as a long-running table would have
    /// them: with statistics, and flushed.
    static void prepare(Connection connection, String topic) throws SQLException {
        connection.setAutoCommit(true);
        try (Statement statement = connection.createStatement()) {
            statement.execute("TRUNCATE pg_outbox");
            statement.execute("""
                    INSERT INTO pg_outbox (id, aggregate_id, topic, payload)
                    SELECT gen_random_uuid(), 'k' || (n %% 1000), '%s',
                           rpad('seq=' || lpad(n::text, 10, '0') || ';', 512, 'x')
                    FROM generate_series(1, %d) AS n""".formatted(topic, ROWS));
            statement.execute("ANALYZE pg_outbox");
            statement.execute("CHECKPOINT");
        } finally {
            connection.setAutoCommit(false);
        }
    }

    static long unmarked(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result =
                        statement.executeQuery("SELECT count(*) FROM pg_outbox WHERE processed_at IS NULL")) {
            result.next();
            return result.getLong(1);
        }
    }
}

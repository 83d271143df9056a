package dev.relaybench.relay.outbox;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/// Records what became of claimed rows, many at a time.
public class OutboxMarks {
    // Not now(): that is the start of the transaction, from before the publish.
    private static final String PROCESSED =
            "UPDATE pg_outbox SET processed_at = clock_timestamp() WHERE id = ANY(?) AND processed_at IS NULL";
    // The table counts no attempts. Waiting as long as the row is old doubles the pause each time without a count.
    private static final String POSTPONED = """
            UPDATE pg_outbox SET available_at = clock_timestamp() + least(
                greatest(clock_timestamp() - created_at, ? * interval '1 millisecond'), ? * interval '1 millisecond')
            WHERE id = ANY(?) AND processed_at IS NULL""";

    /// Marks rows as published.
    ///
    /// @return how many were there to be marked
    public int processed(Connection connection, List<UUID> ids) throws SQLException {
        Array array = connection.createArrayOf("uuid", ids.toArray(UUID[]::new));
        try (PreparedStatement update = connection.prepareStatement(PROCESSED)) {
            update.setArray(1, array);
            return update.executeUpdate();
        } finally {
            array.free();
        }
    }

    /// Puts rows off that the broker refused, so that they do not stand before their neighbours at the next poll. The
    /// pause doubles from `min` to `max`; there is no last attempt.
    ///
    /// @return how many were there to be put off
    public int postponed(Connection connection, List<UUID> ids, Duration min, Duration max) throws SQLException {
        Array array = connection.createArrayOf("uuid", ids.toArray(UUID[]::new));
        try (PreparedStatement update = connection.prepareStatement(POSTPONED)) {
            update.setLong(1, min.toMillis());
            update.setLong(2, max.toMillis());
            update.setArray(3, array);
            return update.executeUpdate();
        } finally {
            array.free();
        }
    }
}

package dev.relaybench.relay.outbox;

import dev.relaybench.relay.message.Headers;
import dev.relaybench.relay.message.OutboxMessage;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// Claims rows by row lock: the winner holds the lock until its transaction ends, the loser skips the row at once. A
/// relay that dies frees its rows with its connection.
///
/// The lock and the check of `processed_at` belong together. With the lock alone, who comes second publishes a row that
/// has been marked and released in the meantime; with the check alone, two workers both find it unmarked.
///
/// A sabotage overrides one of the two.
public class OutboxClaims {
    private static final String COLUMNS = "SELECT id, aggregate_id, topic, payload, headers, created_at FROM pg_outbox";
    // The database's clock decides what is due, so that relays with different clocks agree.
    private static final String DUE = " processed_at IS NULL AND available_at <= now() ";
    private static final String BY_ID =
            COLUMNS + " WHERE id = ANY(?) AND" + DUE + "ORDER BY available_at, id FOR UPDATE SKIP LOCKED";
    private static final String NEXT =
            COLUMNS + " WHERE" + DUE + "ORDER BY available_at, id LIMIT ? FOR UPDATE SKIP LOCKED";

    /// Claims the rows of these jobs that still wait and that nobody else holds.
    public List<OutboxMessage> claim(Connection connection, List<OutboxJob> jobs) throws SQLException {
        Array ids = connection.createArrayOf(
                "uuid", jobs.stream().map(job -> job.message().id()).toArray(UUID[]::new));
        try (PreparedStatement select = connection.prepareStatement(BY_ID)) {
            select.setArray(1, ids);
            return read(select);
        } finally {
            ids.free();
        }
    }

    /// Claims the next due rows that nobody else holds, oldest first.
    public List<OutboxMessage> claimDue(Connection connection, int limit) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(NEXT)) {
            select.setInt(1, limit);
            return read(select);
        }
    }

    /// Reads the rows of a query with the columns `id, aggregate_id, topic, payload, headers, created_at`.
    protected static List<OutboxMessage> read(PreparedStatement select) throws SQLException {
        List<OutboxMessage> messages = new ArrayList<>();
        try (ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                messages.add(new OutboxMessage(
                        rows.getObject(1, UUID.class),
                        "",
                        rows.getString(2),
                        "",
                        rows.getString(3),
                        rows.getString(4),
                        Headers.fromJson(rows.getString(5)),
                        rows.getObject(6, OffsetDateTime.class).toInstant()));
            }
        }
        return messages;
    }
}

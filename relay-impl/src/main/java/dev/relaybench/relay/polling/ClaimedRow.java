package dev.relaybench.relay.polling;

import dev.relaybench.relay.message.Headers;
import dev.relaybench.relay.message.OutboxMessage;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// A row that somebody holds.
///
/// @param generation how many times it had been claimed by lease; a mark with another generation changes nothing
/// @param attempts refusals so far
/// @param position its place among the rows of its aggregate
/// @param defect why it cannot even be sent; empty as a rule. Whoever can write the table can write nonsense into it,
///     and one such row must not stop the others
public record ClaimedRow(OutboxMessage message, long generation, int attempts, long position, Optional<String> defect) {

    /// Columns of a claim, of the table with this alias.
    static String columns(String alias) {
        return "%1$s.id, %1$s.created_at, %1$s.aggregate_type, %1$s.aggregate_id, %1$s.event_type, %1$s.topic,"
                        .formatted(alias)
                + " %1$s.payload, %1$s.headers, %1$s.generation, %1$s.attempts, %1$s.position".formatted(alias);
    }

    static ClaimedRow read(ResultSet row) throws SQLException {
        Map<String, String> headers = Map.of();
        Optional<String> defect = Optional.empty();
        try {
            headers = Headers.fromJson(row.getString(8));
        } catch (IllegalArgumentException malformed) {
            defect = Optional.of(String.valueOf(malformed.getMessage()));
        }
        OutboxMessage message = new OutboxMessage(
                row.getObject(1, UUID.class),
                row.getString(3),
                row.getString(4),
                row.getString(5),
                row.getString(6),
                row.getString(7),
                headers,
                row.getObject(2, OffsetDateTime.class).toInstant());
        return new ClaimedRow(message, row.getLong(9), row.getInt(10), row.getLong(11), defect);
    }

    public UUID id() {
        return message.id();
    }

    /// The other half of its key where the table is partitioned; to the microsecond, as the database keeps it.
    Instant createdAt() {
        return message.occurredAt();
    }
}

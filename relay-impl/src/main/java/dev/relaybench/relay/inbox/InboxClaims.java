package dev.relaybench.relay.inbox;

import dev.relaybench.relay.message.Headers;
import dev.relaybench.relay.settings.InboxSettings;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Claims rows, one at a time: the winner moves the row to IN_PROGRESS and gives it a new generation, the loser skips
/// it at once. The caller commits, and only then calls the vendor.
///
/// One at a time, because a claim's clock runs from here: a row that waited in a batch for its neighbours' calls would
/// be taken for a zombie.
///
/// A sabotage overrides one of the claims.
public class InboxClaims {
    private static final String STATE_UNIQUE_VIOLATION = "23505";

    private static final String TAKE = """
            UPDATE pg_inbox
            SET status = 'IN_PROGRESS', owner = ?, generation = generation + 1, updated_at = clock_timestamp()
            WHERE id = (SELECT id FROM pg_inbox candidate WHERE %s LIMIT 1 FOR UPDATE SKIP LOCKED)
            RETURNING id, topic || '/' || partition || '/' || record_offset, payment_id, payload, headers, attempt,
                generation""";
    // The index is what keeps a second row of a payment out; this only spares the attempt.
    private static final String WAITS = """
            status = 'PENDING' AND NOT EXISTS (SELECT 1 FROM pg_inbox other
                WHERE other.payment_id = candidate.payment_id AND other.status = 'IN_PROGRESS')""";
    // The database's clock decides, so that relays with different clocks agree.
    private static final String STALE = WAITS + " AND received_at < clock_timestamp() - ? * interval '1 millisecond'";
    private static final String REJECTED = WAITS + " AND due_at_once";
    private static final String ZOMBIE =
            "status = 'IN_PROGRESS' AND updated_at < clock_timestamp() - ? * interval '1 millisecond'";

    private static final String BY_ID = TAKE.formatted("id = ? AND " + WAITS);
    private static final String TAKE_STALE = TAKE.formatted(STALE + " ORDER BY received_at, id");
    private static final String TAKE_REJECTED = TAKE.formatted(REJECTED + " ORDER BY received_at, id");
    private static final String TAKE_ZOMBIE = TAKE.formatted(ZOMBIE + " ORDER BY updated_at, id");
    private static final String LOOK = "SELECT " + exists(ZOMBIE, Fallback.ZOMBIE) + ", "
            + exists(STALE, Fallback.STALE) + ", " + exists(REJECTED, Fallback.REJECTED);
    private static final String CLAIMED_BEFORE =
            "SELECT EXISTS (SELECT 1 FROM pg_inbox WHERE payment_id = ? AND generation > 0 AND id <> ?)";

    private final String owner;

    /// @param owner name of this relay, for people
    public InboxClaims(String owner) {
        this.owner = owner;
    }

    /// Claims the row of this job, if it still waits, nobody holds it and no other row of its payment is in progress.
    public Optional<InboxRow> claim(Connection connection, InboxJob job) throws SQLException {
        return take(connection, BY_ID, job.id());
    }

    /// Looks which rows there are for a fallback, all in one query: that is all that an idle inbox costs. Who claims
    /// may still find nothing.
    public Set<Fallback> look(Connection connection, InboxSettings.Polling settings) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(LOOK)) {
            select.setLong(1, settings.inProgressTimeout().toMillis());
            select.setLong(2, settings.pendingTimeout().toMillis());
            try (ResultSet found = select.executeQuery()) {
                found.next();
                Set<Fallback> fallbacks = EnumSet.noneOf(Fallback.class);
                for (Fallback fallback : Fallback.values()) {
                    if (found.getBoolean(fallback.name())) {
                        fallbacks.add(fallback);
                    }
                }
                return fallbacks;
            }
        }
    }

    /// Claims the row that has waited longest of those that a fallback is for. A zombie is taken over from a worker
    /// that is taken for dead.
    public Optional<InboxRow> claim(Connection connection, Fallback fallback, InboxSettings.Polling settings)
            throws SQLException {
        return switch (fallback) {
            case ZOMBIE ->
                take(connection, TAKE_ZOMBIE, settings.inProgressTimeout().toMillis());
            case STALE -> take(connection, TAKE_STALE, settings.pendingTimeout().toMillis());
            case REJECTED -> take(connection, TAKE_REJECTED, null);
        };
    }

    private static String exists(String condition, Fallback fallback) {
        return "EXISTS (SELECT 1 FROM pg_inbox candidate WHERE %s) AS %s".formatted(condition, fallback);
    }

    private Optional<InboxRow> take(Connection connection, String sql, @Nullable Object value) throws SQLException {
        long claimedNanos = System.nanoTime();
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            update.setString(1, owner);
            if (value != null) {
                update.setObject(2, value);
            }
            try (ResultSet rows = update.executeQuery()) {
                return rows.next() ? Optional.of(read(connection, rows, claimedNanos)) : Optional.empty();
            }
        } catch (SQLException failure) {
            if (STATE_UNIQUE_VIOLATION.equals(failure.getSQLState())) {
                // Another row of this payment was claimed at the same moment. This one waits for its turn.
                return Optional.empty();
            }
            throw failure;
        }
    }

    private static InboxRow read(Connection connection, ResultSet rows, long claimedNanos) throws SQLException {
        UUID id = rows.getObject(1, UUID.class);
        String paymentId = rows.getString(3);
        int attempt = rows.getInt(6);
        long generation = rows.getLong(7);
        return new InboxRow(
                id,
                rows.getString(2),
                paymentId,
                rows.getString(4),
                Headers.fromJson(rows.getString(5)),
                attempt,
                generation,
                attempt > 1 || generation > 1 || claimedBefore(connection, paymentId, id),
                claimedNanos);
    }

    /// A statement of its own, with a look at the table from after the claim: whoever claimed another row of the
    /// payment before is seen, and whoever comes later finds this row in progress.
    private static boolean claimedBefore(Connection connection, String paymentId, UUID id) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(CLAIMED_BEFORE)) {
            select.setString(1, paymentId);
            select.setObject(2, id);
            try (ResultSet rows = select.executeQuery()) {
                return rows.next() && rows.getBoolean(1);
            }
        }
    }
}

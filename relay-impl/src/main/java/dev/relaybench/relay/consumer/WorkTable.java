package dev.relaybench.relay.consumer;

import dev.relaybench.relay.consumer.Claim.Claimed;
import dev.relaybench.relay.consumer.Claim.Finished;
import dev.relaybench.relay.consumer.Claim.Held;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/// The transitions of {@link WorkState} on the table `work`, each one a short transaction of its own and one
/// conditional statement: of two that race, one wins, and a terminal row never changes.
///
/// Work in execution is fenced. Its owner holds it for the claim time, by the database's clock, which is longer than
/// the longest execution; until then nobody else may begin it. Each claim has a generation, and a mark of an earlier
/// one changes nothing. Without the fence work in execution is anybody's at once, as in the original.
///
/// A sabotage overrides one of the transitions.
public class WorkTable {
    private static final int ERROR_CHARS_MAX = 500;
    private static final String LOOK = """
            SELECT status, ceil(extract(epoch FROM claimed_until - clock_timestamp()) * 1000)::bigint AS remaining
            FROM work WHERE id = ?""";
    // A row that nobody has made yet is WAIT for as long as this statement takes.
    private static final String BEGIN = """
            INSERT INTO work AS w (id, status, attempts, owner, generation, claimed_until)
            VALUES (?, 'EXCN', ?, ?, 1, clock_timestamp() + ? * interval '1 millisecond')
            ON CONFLICT (id) DO UPDATE SET status = 'EXCN', attempts = w.attempts + excluded.attempts,
                owner = excluded.owner, generation = w.generation + 1,
                claimed_until = excluded.claimed_until, updated_at = clock_timestamp()
            WHERE w.status = 'WAIT'
               OR w.status = 'EXCN' AND (? OR w.owner IS NULL OR w.claimed_until <= clock_timestamp())
            RETURNING generation, attempts""";
    private static final String END = """
            UPDATE work SET status = ?, reference = ?, last_error = coalesce(?, last_error),
                owner = NULL, claimed_until = NULL, updated_at = clock_timestamp()
            WHERE id = ? AND status = 'EXCN' AND owner = ? AND generation = ?""";

    private final DataSource dataSource;
    private final String owner;
    private final Duration claimTime;
    private final boolean fenced;

    /// @param owner name of this relay among those that execute work
    /// @param claimTime how long a claim holds; longer than the longest execution
    /// @param fenced false: the original, for comparison
    public WorkTable(DataSource dataSource, String owner, Duration claimTime, boolean fenced) {
        this.dataSource = dataSource;
        this.owner = owner;
        this.claimTime = claimTime;
        this.fenced = fenced;
    }

    /// WAIT -> EXCN, or EXCN -> EXCN if its last owner has let go of it or counts as dead.
    public Claim begin(String id) throws SQLException {
        return claim(id, 1);
    }

    /// As {@link #begin}, to end the work without another execution.
    public Claim takeOver(String id) throws SQLException {
        return claim(id, 0);
    }

    /// EXCN -> SCS.
    ///
    /// @return false if the claim is not the newest one or the row is terminal; nothing has changed then
    public boolean succeed(String id, long generation, String reference) throws SQLException {
        return end(id, generation, new End(WorkState.SCS, reference, null));
    }

    /// EXCN -> FAIL.
    ///
    /// @param reason without payloads
    /// @return as {@link #succeed}
    public boolean fail(String id, long generation, String reason) throws SQLException {
        return end(id, generation, new End(WorkState.FAIL, null, reason));
    }

    /// EXCN, without an owner: the next delivery may go on at once.
    ///
    /// @param error without payloads
    /// @return as {@link #succeed}
    public boolean release(String id, long generation, String error) throws SQLException {
        return end(id, generation, new End(WorkState.EXCN, null, error));
    }

    private Claim claim(String id, int attempts) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(true);
            // Before anything else: a duplicate of finished work costs one read.
            Optional<Claim> obstacle = obstacle(connection, id);
            if (obstacle.isPresent()) {
                return obstacle.get();
            }
            Optional<Claim> begun = begin(connection, id, attempts);
            // Neither: somebody else has been faster, between the two statements.
            return begun.orElse(new Held(Duration.ofMillis(1)));
        }
    }

    private Optional<Claim> obstacle(Connection connection, String id) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(LOOK)) {
            select.setString(1, id);
            try (ResultSet rows = select.executeQuery()) {
                if (!rows.next()) {
                    return Optional.empty();
                }
                WorkState state = WorkState.valueOf(rows.getString(1));
                long remainingMillis = rows.getLong(2);
                if (state.isTerminal()) {
                    return Optional.of(new Finished(state));
                }
                return fenced && remainingMillis > 0
                        ? Optional.of(new Held(Duration.ofMillis(remainingMillis)))
                        : Optional.empty();
            }
        }
    }

    private Optional<Claim> begin(Connection connection, String id, int attempts) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(BEGIN)) {
            insert.setString(1, id);
            insert.setInt(2, attempts);
            insert.setString(3, owner);
            insert.setLong(4, claimTime.toMillis());
            insert.setBoolean(5, !fenced);
            try (ResultSet rows = insert.executeQuery()) {
                return rows.next() ? Optional.of(new Claimed(rows.getLong(1), rows.getInt(2))) : Optional.empty();
            }
        }
    }

    private boolean end(String id, long generation, End end) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(true);
            try (PreparedStatement update = connection.prepareStatement(END)) {
                update.setString(1, end.state().name());
                update.setString(2, end.reference());
                update.setString(3, shortened(end.error()));
                update.setString(4, id);
                update.setString(5, owner);
                update.setLong(6, generation);
                return update.executeUpdate() == 1;
            }
        }
    }

    private static @Nullable String shortened(@Nullable String text) {
        return text == null || text.length() <= ERROR_CHARS_MAX ? text : text.substring(0, ERROR_CHARS_MAX);
    }

    private record End(
            WorkState state,
            @Nullable String reference,
            @Nullable String error) {}
}

package dev.relaybench.relay.inbox;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/// Changes rows, in the caller's transaction. A sabotage overrides one mark.
public class InboxMarks {
    // The fence: a row that was taken over has another generation, and one that is settled is not in progress.
    private static final String SETTLE = """
            UPDATE pg_inbox SET status = ?, reason = ?, updated_at = clock_timestamp()
            WHERE id = ? AND status = 'IN_PROGRESS' AND generation = ?""";
    private static final String DUE = "UPDATE pg_inbox SET due_at_once = true WHERE id = ANY(?) AND status = 'PENDING'";

    /// Brings a row to a final state.
    ///
    /// @param reason why, or empty
    /// @return false if the claim has ended in the meantime; nothing is changed then
    /// @throws IllegalStateException if no claimed row may come to this state
    public boolean settle(Connection connection, InboxRow row, InboxState state, String reason) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(SETTLE)) {
            update.setString(1, InboxState.IN_PROGRESS.become(state).name());
            update.setString(2, reason.isEmpty() ? null : reason);
            update.setObject(3, row.id());
            update.setLong(4, row.generation());
            return update.executeUpdate() == 1;
        }
    }

    /// Makes rows due that still wait, without regard to their age.
    public void dueAtOnce(Connection connection, List<UUID> ids) throws SQLException {
        Array array = connection.createArrayOf("uuid", ids.toArray(UUID[]::new));
        try (PreparedStatement update = connection.prepareStatement(DUE)) {
            update.setArray(1, array);
            update.executeUpdate();
        } finally {
            array.free();
        }
    }
}

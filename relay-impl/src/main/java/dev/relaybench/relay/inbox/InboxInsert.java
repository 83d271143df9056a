package dev.relaybench.relay.inbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// The statement that writes new rows.
final class InboxInsert {
    private static final String INSERT = """
            INSERT INTO pg_inbox (id, topic, partition, record_offset, payment_id, payload, headers, attempt, status,
                reason)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING""";

    private InboxInsert() {}

    /// Writes the rows that are not there yet.
    ///
    /// @return for each entry, whether it was written
    static List<Boolean> run(Connection connection, List<InboxStore.Entry> entries) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            for (InboxStore.Entry entry : entries) {
                InboxState state = entry.poison().isPresent() ? InboxState.DEAD : InboxState.PENDING;
                insert.setObject(1, entry.job().id());
                insert.setString(2, entry.record().topic());
                insert.setInt(3, entry.record().partition());
                insert.setLong(4, entry.record().offset());
                insert.setString(5, entry.paymentId());
                insert.setString(6, entry.payload());
                insert.setString(7, entry.headersJson());
                insert.setInt(8, entry.attempt());
                insert.setString(9, state.name());
                insert.setString(10, entry.poison().orElse(null));
                insert.addBatch();
            }
            List<Boolean> written = new ArrayList<>();
            for (int count : insert.executeBatch()) {
                written.add(count == 1);
            }
            return written;
        }
    }
}

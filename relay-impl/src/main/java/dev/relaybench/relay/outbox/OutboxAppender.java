package dev.relaybench.relay.outbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/// Writes a message into the outbox, in the transaction of the caller: both commit or neither does.
///
/// It must not tell anybody. Who offers the job before the commit publishes work that may be rolled back;
/// {@link TransactionalOutbox} offers after it. A sabotage overrides {@link #append} to do it wrong.
public class OutboxAppender {
    private static final String INSERT = "INSERT INTO pg_outbox (id, aggregate_id, topic, payload) VALUES (?, ?, ?, ?)";

    /// Appends one message.
    ///
    /// @throws SQLException if the row cannot be written; the caller's transaction is then lost
    public void append(Connection connection, OutboxMessage message) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            insert.setObject(1, message.id());
            insert.setString(2, message.aggregateId());
            insert.setString(3, message.topic());
            insert.setString(4, message.payload());
            insert.executeUpdate();
        }
    }
}

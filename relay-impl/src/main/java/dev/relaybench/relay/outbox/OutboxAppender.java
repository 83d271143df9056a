package dev.relaybench.relay.outbox;

import dev.relaybench.relay.message.Headers;
import dev.relaybench.relay.message.OutboxMessage;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;

/// Writes a message into the outbox, in the transaction of the caller: both commit or neither does.
///
/// It must not tell anybody. Who offers the job before the commit publishes work that may be rolled back;
/// {@link ChannelOutbox} offers after it. A sabotage overrides {@link #append} to do it wrong.
public class OutboxAppender {
    private static final String INSERT = """
            INSERT INTO pg_outbox (id, aggregate_id, topic, payload, headers, available_at)
            VALUES (?, ?, ?, ?, ?, now() + ? * interval '1 millisecond')""";

    /// Appends one message that is due at once.
    ///
    /// @throws SQLException if the row cannot be written; the caller's transaction is then lost
    public void append(Connection connection, OutboxMessage message) throws SQLException {
        appendDelayed(connection, message, Duration.ZERO);
    }

    /// Appends one message that is not to be published before the delay is over, by the database's clock. Nobody offers
    /// it to the channel: it is the polling worker's.
    ///
    /// @throws SQLException if the row cannot be written; the caller's transaction is then lost
    public final void appendDelayed(Connection connection, OutboxMessage message, Duration delay) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            insert.setObject(1, message.id());
            insert.setString(2, message.aggregateId());
            insert.setString(3, message.topic());
            insert.setString(4, message.payload());
            insert.setString(5, Headers.toJson(message.headers()));
            insert.setLong(6, delay.toMillis());
            insert.executeUpdate();
        }
    }
}

package dev.relaybench.relay.transaction;

import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.transaction.CommitOutcome.FastPath;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/// How the messages of a transaction get to the broker. One object for all transactions, called by many threads.
public interface PublishMode {
    /// Called for each message, within the transaction.
    ///
    /// @throws SQLException if a row cannot be written; the transaction is then lost
    void append(Connection connection, OutboxMessage message) throws SQLException;

    /// Called once with all messages when the work has decided to commit, and before the commit.
    ///
    /// @throws NotPublishedException to have the transaction rolled back
    default void beforeCommit(List<OutboxMessage> messages) throws NotPublishedException {}

    /// Called once with all messages when the transaction has committed for certain. Must not wait, and must not throw:
    /// the work is done, whatever becomes of this hint.
    FastPath afterCommit(List<OutboxMessage> messages);
}

package dev.relaybench.relay.inbox;

import dev.relaybench.relay.inbox.InboxStore.Stored;
import java.sql.SQLException;
import java.util.List;

/// What the consumer thread does with records that are stored and committed.
@FunctionalInterface
public interface HandOver {
    /// Hands them over. If it fails, the records are delivered again.
    void accept(List<Stored> stored) throws SQLException, InterruptedException;
}

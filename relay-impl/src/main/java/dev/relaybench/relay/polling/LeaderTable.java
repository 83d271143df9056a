package dev.relaybench.relay.polling;

import java.sql.SQLException;
import java.time.Duration;
import java.util.OptionalLong;

/// Where relays agree who is the leader. Whoever is asked decides by one clock, its own.
interface LeaderTable {
    /// Takes the place if it is free, its lease has run out, or it is this owner's already; from then on it is held for
    /// the lease.
    ///
    /// @return the generation of this owner's leadership, which grows with each change of owner; empty if another holds
    ///     the place
    /// @throws SQLException if it is not known what became of it
    OptionalLong renew(String owner, Duration lease) throws SQLException;

    /// Frees the place, if it is this owner's.
    void giveUp(String owner) throws SQLException;
}

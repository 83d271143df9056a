package dev.relaybench.relay.transaction;

import java.sql.SQLException;

/// What became of a unit of work. A commit has three outcomes, not two.
public sealed interface CommitOutcome {

    /// Committed for certain, and then offered to the fast path.
    record Committed(FastPath fastPath) implements CommitOutcome {}

    /// Rolled back for certain, because the work decided so or because the database found it wrong.
    record RolledBack(String reason) implements CommitOutcome {}

    /// Given up before the commit was sent, because the database was not there or too busy. Nothing was stored.
    record Refused(SQLException cause) implements CommitOutcome {}

    /// The connection failed during the commit: stored or not, nobody knows. Nothing is offered.
    record Indeterminate(SQLException cause) implements CommitOutcome {}

    /// What the fast path said.
    enum FastPath {
        /// The channel took all jobs.
        ACCEPTED,
        /// The channel was full for at least one job.
        REJECTED,
        /// There was nothing to offer.
        NONE
    }
}

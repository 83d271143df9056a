package dev.relaybench.relay.consumer;

/// The state of a piece of work: WAIT -> EXCN -> SCS or FAIL.
///
/// | from \ to | WAIT | EXCN | SCS | FAIL |
/// |---|---|---|---|---|
/// | WAIT | illegal | begin | illegal | illegal |
/// | EXCN | illegal | begin again, by another owner | succeed | fail |
/// | SCS, FAIL | no-op | no-op | no-op | no-op |
///
/// {@link WorkTable} keeps the same rules in SQL.
public enum WorkState {
    /// Known, and not begun.
    WAIT,
    /// In execution: the external call may have been made, or not.
    EXCN,
    /// Done: the effect is there, once.
    SCS,
    /// Given up: declined, or retries exhausted.
    FAIL;

    /// Whether nothing changes it any more.
    public boolean isTerminal() {
        return this == SCS || this == FAIL;
    }

    /// Moves to another state. In a terminal one nothing happens, and nobody is told: a duplicate is no error.
    ///
    /// @return the state after it
    /// @throws IllegalStateException if there is no such transition
    public WorkState to(WorkState target) {
        if (isTerminal()) {
            return this;
        }
        boolean legal = this == WAIT ? target == EXCN : target != WAIT;
        if (!legal) {
            throw new IllegalStateException("work cannot go from " + this + " to " + target);
        }
        return target;
    }
}

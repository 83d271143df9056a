package dev.relaybench.relay.consumer;

import java.time.Duration;

/// What somebody gets who wants to execute a piece of work.
public sealed interface Claim {

    /// It is the caller's, until the claim time is over.
    ///
    /// @param generation the how manieth claim this is; a mark with another one changes nothing
    /// @param attempts how often the execution was begun, this time included
    record Claimed(long generation, int attempts) implements Claim {
        /// Whether nobody can have called the vendor before.
        boolean isFirst() {
            return generation == 1;
        }
    }

    /// Somebody else executes it, and may be alive.
    ///
    /// @param remaining until that one counts as dead
    record Held(Duration remaining) implements Claim {}

    /// It is in a terminal state.
    record Finished(WorkState state) implements Claim {}
}

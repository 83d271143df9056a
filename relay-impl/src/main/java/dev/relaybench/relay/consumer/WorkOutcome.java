package dev.relaybench.relay.consumer;

import java.time.Duration;

/// What is to become of a delivery.
sealed interface WorkOutcome {

    /// It is over with: the work is terminal, or somebody else's.
    record Done() implements WorkOutcome {}

    /// Has to come again, as a further attempt.
    ///
    /// @param reason without payloads
    /// @param attempts how often the work was begun
    record Retry(String reason, int attempts) implements WorkOutcome {}

    /// Has to come again, as the same attempt: the obstacle is none of the work's own.
    record Later(Duration pause) implements WorkOutcome {}
}

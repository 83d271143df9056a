package dev.relaybench.relay.loop;

/// Why a cycle runs.
public enum Trigger {
    /// The loop has just started, or its pause is over.
    PAUSE_OVER,
    /// The cycle before asked for it.
    MORE_TO_DO,
    /// Somebody called {@link Loop#wake}.
    WAKE
}

package dev.relaybench.relay.inbox;

/// Why a row is the polling worker's, the most urgent first.
public enum Fallback {
    /// In progress for too long: its worker is taken for dead. Whoever waits for one has waited longest, and a channel
    /// that rejects without an end must not keep them waiting.
    ZOMBIE,
    /// Waits for too long.
    STALE,
    /// The channel rejected it.
    REJECTED
}

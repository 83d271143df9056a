package dev.relaybench.harness.expect;

/// A class of violation. One that a plan does not mention is forbidden.
public enum Anomaly {
    /// Committed, never published, and the relay believes that it is done.
    LOST,
    /// Committed, and after the drain still waiting to be published.
    STALLED,
    /// Published more than once.
    DUPLICATED,
    /// Published after a row of the same aggregate whose request began only after this one's commit was known.
    REORDERED,
    /// Published although its transaction was rolled back, or never was a request at all.
    PHANTOM,
    /// Published to another topic, under another key or with another payload than was committed.
    CORRUPTED
}

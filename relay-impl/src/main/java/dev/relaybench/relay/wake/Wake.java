package dev.relaybench.relay.wake;

/// Says that a row waits.
@FunctionalInterface
public interface Wake {
    /// Tells whoever polls. Call it when the transaction has committed and never before: a poll that comes before the
    /// commit looks, finds nothing, and pauses again.
    ///
    /// Never waits and never throws. Many calls before the transport gets round to them are one wake. It may be lost.
    void send();
}

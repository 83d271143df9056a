package dev.relaybench.relay.settings;

import java.time.Duration;

/// Settings of the outbox half of S1.
///
/// @param refusedBackoffMax longest time that a row waits which the broker refused for a reason of its own
public record OutboxSettings(Channel channel, Polling polling, Duration refusedBackoffMax) {

    /// The fast path.
    ///
    /// @param capacity jobs that the channel holds before it rejects
    /// @param workerCount immediate workers
    /// @param takeSize jobs that one worker takes and relays in one transaction; 1 is the original
    public record Channel(int capacity, int workerCount, int takeSize) {}

    /// The fallback.
    ///
    /// @param fixedDelay pause between two polls
    /// @param batchSize rows taken per transaction
    /// @param drainUntilEmpty whether a poll that found rows goes on at once; `false` is the original: one batch
    ///     a tick, so that recovery from a backlog takes `ceil(backlog / batchSize)` ticks
    public record Polling(Duration fixedDelay, int batchSize, boolean drainUntilEmpty) {}
}

package dev.relaybench.relay.settings;

import dev.relaybench.relay.settings.SettingsReader.Range;
import java.time.Duration;

/// Settings of the outbox half of S1 (`pg_outbox`).
///
/// | key | default | meaning |
/// |---|---|---|
/// | `pg.outbox.channel.capacity` | 1024 | capacity of the outbox channel |
/// | `pg.outbox.channel.worker-count` | 1 | outbox immediate workers (virtual threads) |
/// | `pg.outbox.channel.take-size` | 64, or the capacity | jobs a worker relays in one transaction if they wait; 1 =
/// the
/// original |
/// | `pg.outbox.postpone-refused` | true | false: a refused row stays due and comes with each poll, as in the original
/// |
/// | `pg.outbox.refused-backoff-max-ms` | 60000 | longest wait of a row that the broker refused |
/// | `pg.scheduler.polling-worker.fixed-delay-ms` | 2000 | outbox polling period |
/// | `pg.scheduler.polling-worker.batch-size` | 10 | rows taken per poll |
/// | `pg.scheduler.polling-worker.drain-until-empty` | true | go on until nothing is found; false = the original |
///
/// @param postponeRefused whether a row waits which the broker refused for a reason of its own
/// @param refusedBackoffMax longest time that such a row waits
public record OutboxSettings(Channel channel, Polling polling, boolean postponeRefused, Duration refusedBackoffMax) {

    static final String WORKER_COUNT = "pg.outbox.channel.worker-count";

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

    static OutboxSettings read(SettingsReader in) {
        int capacity = in.count("pg.outbox.channel.capacity", 1_024, 1, 10_000_000);
        int takeSize = in.count("pg.outbox.channel.take-size", Math.min(64, capacity), 1, 10_000);
        in.rule(
                takeSize <= capacity,
                "pg.outbox.channel.take-size = %d must be at most pg.outbox.channel.capacity = %d: more never wait"
                        .formatted(takeSize, capacity));
        return new OutboxSettings(
                new Channel(capacity, in.count(WORKER_COUNT, 1, 1, 900), takeSize),
                new Polling(
                        in.millis("pg.scheduler.polling-worker.fixed-delay-ms", Range.period(2_000)),
                        in.count("pg.scheduler.polling-worker.batch-size", 10, 1, 10_000),
                        in.flag("pg.scheduler.polling-worker.drain-until-empty", true)),
                in.flag("pg.outbox.postpone-refused", true),
                in.millis("pg.outbox.refused-backoff-max-ms", Range.period(60_000)));
    }
}

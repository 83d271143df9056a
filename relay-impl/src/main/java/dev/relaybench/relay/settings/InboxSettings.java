package dev.relaybench.relay.settings;

import dev.relaybench.relay.settings.SettingsReader.Range;
import java.time.Duration;
import java.util.Optional;

/// The inbound half of S1. Off as long as no topic is set.
///
/// | key | default | meaning |
/// |---|---|---|
/// | `pg.inbox.topic` | none: the inbox is off | topic that requests come from |
/// | `pg.inbox.group` | relay-inbox | consumer group |
/// | `pg.inbox.outbound-topic` | `<topic>-results` | topic that results go to |
/// | `pg.inbox.dead-letter-topic` | `<topic>-dlt` | topic of requests that were given up |
/// | `pg.inbox.mode` | channel | `direct`: the vendor is called on the consumer thread, for comparison |
/// | `pg.inbox.rejected-due-at-once` | true | false: a rejected row waits for the stale threshold, as the original |
/// | `pg.inbox.ask-before-paying-again` | true | false: a zombie's payment is made again without a question: unsafe |
/// | `pg.inbox.attempts-max` | 4 | the attempt at which a request goes to the dead-letter topic |
/// | `pg.inbox.retry-backoff-ms` | 1000 | wait before attempt 2; doubles with each further one |
/// | `pg.inbox.records-per-poll-max` | 500 | records that are taken at once, and stored in one transaction |
/// | `pg.inbox.max-poll-interval-ms` | 300000 | after so long without a poll the group gives the partitions away |
/// | `pg.inbox.channel.capacity` | 1024 | capacity of the inbox channel |
/// | `pg.inbox.channel.worker-count` | 5 | inbox immediate workers (virtual threads) |
/// | `pg.scheduler.inbox-polling-worker.fixed-delay-ms` | 5000 | inbox polling period |
/// | `pg.scheduler.inbox-polling-worker.batch-size` | 10 | rows taken per poll |
/// | `pg.scheduler.inbox-polling-worker.drain-until-empty` | true | go on until nothing is found; false = original |
/// | `pg.scheduler.inbox-polling-worker.pending-timeout-ms` | 60000 | PENDING counts as stale after this |
/// | `pg.scheduler.inbox-polling-worker.in-progress-timeout-ms` | 60000 | IN_PROGRESS counts as a zombie after this |
///
/// @param retryBackoff wait before the second attempt; doubles with each further one
public record InboxSettings(
        Topics topics,
        Mode mode,
        boolean rejectedDueAtOnce,
        boolean askBeforePayingAgain,
        int attemptsMax,
        Duration retryBackoff,
        Intake intake,
        Channel channel,
        Polling polling) {

    static final String IN_PROGRESS_TIMEOUT = "pg.scheduler.inbox-polling-worker.in-progress-timeout-ms";

    /// Where messages come from and go to.
    ///
    /// @param inbound empty: the inbox is off, and the rest means nothing
    public record Topics(Optional<String> inbound, String group, String outbound, String deadLetter) {}

    /// Who calls the vendor.
    public enum Mode {
        /// The consumer thread stores and offers; workers call.
        CHANNEL,
        /// The consumer thread itself.
        DIRECT
    }

    /// How the consumer takes records.
    ///
    /// @param recordsPerPollMax most records of one poll
    /// @param maxPollInterval after so long without a poll the group gives the partitions away
    public record Intake(int recordsPerPollMax, Duration maxPollInterval) {}

    /// The fast path.
    public record Channel(int capacity, int workerCount) {}

    /// The fallback.
    ///
    /// @param pendingTimeout age, since it was received, at which a PENDING row is stale
    /// @param inProgressTimeout age, since its last change, at which an IN_PROGRESS row is a zombie
    public record Polling(
            Duration fixedDelay,
            int batchSize,
            boolean drainUntilEmpty,
            Duration pendingTimeout,
            Duration inProgressTimeout) {}

    static InboxSettings read(SettingsReader in) {
        Optional<String> inbound = in.optional("pg.inbox.topic");
        String name = inbound.orElse("");
        Topics topics = new Topics(
                inbound,
                in.optional("pg.inbox.group").orElse("relay-inbox"),
                in.optional("pg.inbox.outbound-topic").orElse(name + "-results"),
                in.optional("pg.inbox.dead-letter-topic").orElse(name + "-dlt"));
        String polling = "pg.scheduler.inbox-polling-worker.";
        return new InboxSettings(
                topics,
                in.choice("pg.inbox.mode", Mode.CHANNEL, Words::kebab),
                in.flag("pg.inbox.rejected-due-at-once", true),
                in.flag("pg.inbox.ask-before-paying-again", true),
                in.count("pg.inbox.attempts-max", 4, 1, 1_000),
                in.millis("pg.inbox.retry-backoff-ms", Range.period(1_000)),
                new Intake(
                        in.count("pg.inbox.records-per-poll-max", 500, 1, 10_000),
                        in.millis("pg.inbox.max-poll-interval-ms", new Range(300_000, 1, Integer.MAX_VALUE))),
                new Channel(
                        in.count("pg.inbox.channel.capacity", 1_024, 1, 10_000_000),
                        in.count("pg.inbox.channel.worker-count", 5, 1, 900)),
                new Polling(
                        in.millis(polling + "fixed-delay-ms", Range.period(5_000)),
                        in.count(polling + "batch-size", 10, 1, 10_000),
                        in.flag(polling + "drain-until-empty", true),
                        in.millis(polling + "pending-timeout-ms", Range.period(60_000)),
                        in.millis(IN_PROGRESS_TIMEOUT, Range.period(60_000))));
    }
}

package dev.relaybench.relay.settings;

import dev.relaybench.relay.settings.SettingsReader.Range;
import java.time.Duration;
import java.util.Optional;

/// The idempotent consumer of S4. Off as long as no topic is set.
///
/// | key | default | meaning |
/// |---|---|---|
/// | `consumer.topic` | none: the consumer is off | topic that work comes from |
/// | `consumer.group` | relay-consumer | consumer group, of the retry topics as well |
/// | `consumer.retry.attempts` | 3 | deliveries of a piece of work in all, before it is given up |
/// | `consumer.retry.delay-ms` | 1000 | wait before the second delivery; doubles with each further one |
/// | `consumer.records-per-poll-max` | 5 | records taken at once |
/// | `consumer.max-poll-interval-ms` | 300000 | after so long without a poll the group gives the partitions away |
/// | `consumer.ask-before-calling-again` | true | false: work found in execution is called for again: the first hole |
/// | `consumer.catch-everything` | false | true: any exception ends as FAIL, the retry topics never retry: the second |
///
/// @param topic empty: the consumer is off, and the rest means nothing
/// @param attempts deliveries in all: the first, and one for each retry topic
/// @param retryDelay wait before the second delivery; doubles with each further one
public record ConsumerSettings(
        Optional<String> topic,
        String group,
        int attempts,
        Duration retryDelay,
        int recordsPerPollMax,
        Duration maxPollInterval,
        boolean askBeforeCallingAgain,
        boolean catchEverything) {

    static final String RECORDS_PER_POLL_MAX = "consumer.records-per-poll-max";
    static final String MAX_POLL_INTERVAL = "consumer.max-poll-interval-ms";

    /// Longest time that a live consumer executes a piece of work, from the claim to the mark: a question to the
    /// vendor, a call, a transaction, and a second.
    public static Duration executionTimeMax(VendorSettings vendor, DatabaseSettings database) {
        return vendor.callTimeout()
                .multipliedBy(2)
                .plus(database.transactionTimeMax(1))
                .plusSeconds(1);
    }

    /// Longest time that one record takes: the claim, the execution, and a publish to a retry topic.
    public static Duration recordTimeMax(VendorSettings vendor, DatabaseSettings database, KafkaSettings kafka) {
        return database.transactionTimeMax(2)
                .plus(executionTimeMax(vendor, database))
                .plus(kafka.publishTimeoutMax());
    }

    static ConsumerSettings read(SettingsReader in) {
        return new ConsumerSettings(
                in.optional("consumer.topic"),
                in.optional("consumer.group").orElse("relay-consumer"),
                in.count("consumer.retry.attempts", 3, 1, 20),
                in.millis("consumer.retry.delay-ms", Range.period(1_000)),
                in.count(RECORDS_PER_POLL_MAX, 5, 1, 10_000),
                in.millis(MAX_POLL_INTERVAL, new Range(300_000, 1, Integer.MAX_VALUE)),
                in.flag("consumer.ask-before-calling-again", true),
                in.flag("consumer.catch-everything", false));
    }
}

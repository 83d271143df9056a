package dev.relaybench.relay.consumer;

import dev.relaybench.relay.consumer.WorkOutcome.Done;
import dev.relaybench.relay.consumer.WorkOutcome.Later;
import dev.relaybench.relay.consumer.WorkOutcome.Retry;
import dev.relaybench.relay.kafka.RecordForwarder;
import dev.relaybench.relay.kafka.RecordHandler;
import dev.relaybench.relay.kafka.SourceRecord;
import dev.relaybench.relay.message.PublishResult;
import dev.relaybench.relay.message.PublishResult.Acked;
import dev.relaybench.relay.message.PublishResult.Unavailable;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.trace.TraceScope;
import io.opentelemetry.api.trace.SpanKind;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What is done with one record: wait until it is due, work, and send it on if it has to come again.
///
/// A record is sent on before its offset is committed; who dies between the two sends it on twice, and the second one
/// finds the work where the first has left it.
final class Delivery implements RecordHandler {
    private static final Logger LOG = LoggerFactory.getLogger(Delivery.class);
    /// Begins with a letter or digit: the id becomes a part of the vendor's address, where `..` has a meaning.
    private static final Pattern WORK_ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:-]{0,99}");

    private final WorkTopics topics;
    private final WorkHandler work;
    private final DeadLetterHandler deadLetters;
    private final RecordForwarder forwarder;
    private final RelayCounters counters;

    Delivery(
            WorkTopics topics,
            WorkHandler work,
            DeadLetterHandler deadLetters,
            RecordForwarder forwarder,
            RelayCounters counters) {
        this.topics = topics;
        this.work = work;
        this.deadLetters = deadLetters;
        this.forwarder = forwarder;
        this.counters = counters;
    }

    @Override
    public Optional<Duration> handle(SourceRecord record, boolean waited) throws InterruptedException {
        Duration early = waited ? Duration.ZERO : early(record);
        if (early.isPositive()) {
            return Optional.of(early);
        }
        try (TraceScope scope = TraceScope.open("work", SpanKind.CONSUMER, record.headers())) {
            WorkOutcome outcome = deliver(record);
            if (outcome instanceof Retry retry) {
                scope.failed(retry.reason());
                outcome = sendOn(record, retry);
            }
            return outcome instanceof Later later ? Optional.of(later.pause()) : Optional.empty();
        }
    }

    /// How long the record has to wait. Never longer than the delay of its topic, whatever the clock of its sender
    /// says.
    private Duration early(SourceRecord record) {
        Duration delay = topics.names().delayOf(record.topic());
        Duration remaining = Duration.between(Instant.now(), record.timestamp().plus(delay));
        return remaining.compareTo(delay) > 0 ? delay : remaining;
    }

    private WorkOutcome deliver(SourceRecord record) throws InterruptedException {
        boolean dead = record.topic().equals(topics.names().deadLetter());
        Optional<String> id = record.key().filter(WORK_ID.asMatchPredicate());
        Optional<String> payload = record.value();
        if (id.isEmpty() || payload.isEmpty()) {
            // A dead letter without any work to it is there for people to look at.
            return dead
                    ? new Done()
                    : poisoned(record, id.isEmpty() ? "no work id as its key" : "no text as its value");
        }
        return dead
                ? deadLetters.handle(id.get(), record.headers().getOrDefault(WorkHeaders.LAST_ERROR, ""))
                : work.handle(id.get(), payload.get());
    }

    private WorkOutcome poisoned(SourceRecord record, String reason) throws InterruptedException {
        LOG.atWarn().addKeyValue("record", record).log("cannot be worked on: {}", reason);
        PublishResult result = forward(record, topics.names().deadLetter(), "cannot be worked on: " + reason);
        if (result instanceof Unavailable) {
            return new Later(topics.names().delay());
        }
        if (!(result instanceof Acked)) {
            // Nowhere to put it, and nothing that could be lost by going on: it is still on its topic.
            LOG.atError().addKeyValue("record", record).log("skipped, the dead-letter topic does not take it");
        }
        return new Done();
    }

    private WorkOutcome sendOn(SourceRecord record, Retry retry) throws InterruptedException {
        RetryTopics names = topics.names();
        PublishResult result = forward(record, names.after(names.attemptOf(record.topic())), retry.reason());
        if (result instanceof Acked) {
            return new Done();
        }
        if (result instanceof PublishResult.Refused && retry.attempts() >= names.attempts()) {
            return deadLetters.handle(record.key().orElseThrow(), retry.reason());
        }
        // In place: the partition waits as long as the record would have on the next topic.
        Duration pause = names.delayBefore(Math.min(retry.attempts(), names.attempts()) + 1);
        LOG.atWarn().addKeyValue("record", record).log("not sent on, comes again in place: {}", retry.reason());
        return new Later(pause);
    }

    private PublishResult forward(SourceRecord record, String topic, String reason) throws InterruptedException {
        if (!topics.exists(topic)) {
            return new PublishResult.Refused("there is no topic " + topic);
        }
        RetryTopics names = topics.names();
        boolean dead = topic.equals(names.deadLetter());
        int attempt = dead ? names.attemptOf(record.topic()) : names.attemptOf(topic);
        PublishResult result =
                forwarder.forward(record, topic, WorkHeaders.of(record, attempt, names.delayOf(topic), reason));
        if (result instanceof Acked) {
            counters.increment(dead ? Counter.WORKS_DEAD_LETTERED : Counter.WORKS_RETRIED);
        }
        return result;
    }
}

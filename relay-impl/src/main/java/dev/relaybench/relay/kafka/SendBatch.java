package dev.relaybench.relay.kafka;

import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.message.PublishResult;
import dev.relaybench.relay.message.PublishResult.Acked;
import dev.relaybench.relay.message.PublishResult.Unavailable;
import dev.relaybench.relay.spi.RelayContract;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.SerializationException;

/// The sends of one batch and what they have taught so far.
///
/// `send` waits for metadata, each time anew. With a broker that is down, a batch of 1,000 would wait 1,000 times; so
/// the first outage met while sending ends the batch, and a topic that does not exist is waited for once.
final class SendBatch {
    /// What the broker takes for the name of a topic. Once asked about another one, the client goes on to ask the
    /// broker about it twice a second, for minutes.
    private static final Pattern TOPIC_NAME = Pattern.compile("(?!\\.{1,2}$)[a-zA-Z0-9._-]{1,249}");

    private final Producer<String, byte[]> producer;
    private final long deadlineNanos;
    private final RecordFormat format;
    private final Map<String, Throwable> refusedTopics = new HashMap<>();
    private boolean outage;
    private boolean producerLost;

    SendBatch(Producer<String, byte[]> producer, Duration timeout, RecordFormat format) {
        this.producer = producer;
        this.format = format;
        this.deadlineNanos = System.nanoTime() + timeout.toNanos();
    }

    /// Sends one record, or does not even try.
    Future<RecordMetadata> send(OutboxMessage message) throws InterruptedException {
        Throwable topicFailure = refusedTopics.get(message.topic());
        if (topicFailure != null) {
            return CompletableFuture.failedFuture(topicFailure);
        }
        if (!isTopicName(message.topic())) {
            return CompletableFuture.failedFuture(new InvalidTopicException("not the name of a topic"));
        }
        if (outage || remainingNanos() <= 0) {
            return CompletableFuture.failedFuture(new NotAttempted());
        }
        Future<RecordMetadata> future = trySend(message);
        // Done already and failed: the client did not even get as far as its buffer.
        if (future.state() == Future.State.FAILED) {
            Throwable failure = future.exceptionNow();
            if (Verdicts.isOfTopic(failure)) {
                refusedTopics.put(message.topic(), failure);
            } else {
                outage = Verdicts.of(failure) instanceof Unavailable;
            }
        }
        return future;
    }

    /// Waits for the outcome of one send, until the batch's deadline.
    PublishResult await(Future<RecordMetadata> future) throws InterruptedException {
        try {
            RecordMetadata metadata = future.get(Math.max(0, remainingNanos()), TimeUnit.NANOSECONDS);
            return new Acked(metadata.partition(), metadata.hasOffset() ? metadata.offset() : -1);
        } catch (TimeoutException noAnswer) {
            return new Unavailable("no outcome in time");
        } catch (ExecutionException failed) {
            Throwable failure = failed.getCause() == null ? failed : failed.getCause();
            producerLost |= Verdicts.isFatal(failure);
            return Verdicts.of(failure);
        }
    }

    /// Whether the producer can no longer be used.
    boolean producerLost() {
        return producerLost;
    }

    private Future<RecordMetadata> trySend(OutboxMessage message) throws InterruptedException {
        try {
            return producer.send(toRecord(message, format));
        } catch (InterruptException interrupted) {
            throw new InterruptedException("interrupted while sending");
        } catch (SerializationException poisoned) {
            return CompletableFuture.failedFuture(poisoned);
        } catch (RuntimeException failed) {
            // The client returns what concerns the record as a future. What it throws concerns itself: closed, or in a
            // state from which it does not come back.
            producerLost = true;
            return CompletableFuture.failedFuture(failed);
        }
    }

    private long remainingNanos() {
        return deadlineNanos - System.nanoTime();
    }

    /// Whether the broker would take it for the name of a topic.
    static boolean isTopicName(String topic) {
        return TOPIC_NAME.matcher(topic).matches();
    }

    /// The record of a message.
    static ProducerRecord<String, byte[]> toRecord(OutboxMessage message, RecordFormat format) {
        ProducerRecord<String, byte[]> record =
                new ProducerRecord<>(message.topic(), message.aggregateId(), format.value(message));
        byte[] id = message.id().toString().getBytes(StandardCharsets.UTF_8);
        record.headers().add(RelayContract.EVENT_ID_HEADER, id);
        message.headers().forEach((name, value) -> record.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
        return record;
    }

    /// Stands for a send that was left out.
    private static final class NotAttempted extends Exception {
        private static final long serialVersionUID = 1L;

        NotAttempted() {
            super("not attempted, the broker was away for an earlier record of the batch", null, false, false);
        }
    }
}

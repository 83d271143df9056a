package dev.relaybench.relay.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.message.PublishResult;
import dev.relaybench.relay.message.PublishResult.Acked;
import dev.relaybench.relay.message.PublishResult.Refused;
import dev.relaybench.relay.message.PublishResult.Unavailable;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaPublisherTest {
    private final RelayCounters counters = new RelayCounters();
    private final List<ScriptedProducer> producers = new ArrayList<>();
    private final KafkaPublisher publisher = publisher(Duration.ofSeconds(10));

    @Test
    void sendsKeyValueAndEventId() throws Exception {
        OutboxMessage message = new OutboxMessage(UUID.randomUUID(), "k17", "t", "grüße");
        CompletableFuture<List<PublishResult>> results = publishing(List.of(message));
        completeNext(producer());
        results.get();

        ProducerRecord<String, byte[]> record = producer().history().getFirst();
        assertThat(record.topic()).isEqualTo("t");
        assertThat(record.key()).isEqualTo("k17");
        assertThat(record.value()).isEqualTo("grüße".getBytes(StandardCharsets.UTF_8));
        assertThat(record.headers().lastHeader("event-id").value())
                .isEqualTo(message.id().toString().getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void answersOnlyOnceEveryRecordHasAnOutcome() throws Exception {
        CompletableFuture<List<PublishResult>> results = publishing(messages(2));
        completeNext(producer());
        await().during(Duration.ofMillis(100)).until(() -> !results.isDone());
        completeNext(producer());

        assertThat(results.get()).hasSize(2).allMatch(Acked.class::isInstance);
    }

    @Test
    void givesEachRecordItsOwnOutcome() throws Exception {
        CompletableFuture<List<PublishResult>> results = publishing(messages(3));
        completeNext(producer());
        failNext(producer(), new RecordTooLargeException("too large"));
        failNext(producer(), new NotEnoughReplicasException("broker gone"));

        assertThat(results.get()).hasExactlyElementsOfTypes(Acked.class, Refused.class, Unavailable.class);
    }

    @Test
    void endsWithoutAnOutcomeAtItsDeadline() throws Exception {
        assertThat(publisher(Duration.ofMillis(50)).publish(messages(1))).hasExactlyElementsOfTypes(Unavailable.class);
    }

    @Test
    void triesNoFurtherRecordAfterAnOutageMetWhileSending() throws Exception {
        producer().failure = new TimeoutException("no metadata after 3000 ms");

        List<PublishResult> results = publisher.publish(messages(1_000));

        assertThat(results).hasSize(1_000).allMatch(Unavailable.class::isInstance);
        assertThat(producer().sends).isEqualTo(1);
    }

    @Test
    void aTopicThatDoesNotExistIsTriedOnceAndLetsTheOthersPass() throws Exception {
        producer().failure = new TimeoutException("no such topic", new UnknownTopicOrPartitionException("unknown"));
        producer().failingTopic = "missing";
        List<OutboxMessage> batch = new ArrayList<>();
        batch.add(new OutboxMessage(UUID.randomUUID(), "k", "missing", "p"));
        batch.add(new OutboxMessage(UUID.randomUUID(), "k", "missing", "p"));
        batch.add(new OutboxMessage(UUID.randomUUID(), "k", "t", "p"));

        CompletableFuture<List<PublishResult>> results = publishing(batch);
        completeNext(producer());

        assertThat(results.get()).hasExactlyElementsOfTypes(Refused.class, Refused.class, Acked.class);
        assertThat(producer().sends).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "bad topic", "bad!topic"})
    void asksNoBrokerForWhatCannotBeATopic(String topic) throws Exception {
        OutboxMessage message = new OutboxMessage(UUID.randomUUID(), "k", topic, "p");

        assertThat(publisher.publish(List.of(message))).hasExactlyElementsOfTypes(Refused.class);
        assertThat(producer().sends).isZero();
    }

    @Test
    void replacesAProducerThatFailedForGood() throws Exception {
        CompletableFuture<List<PublishResult>> results = publishing(messages(1));
        failNext(producer(), new OutOfOrderSequenceException("lost"));

        assertThat(results.get()).hasExactlyElementsOfTypes(Unavailable.class);
        assertThat(producers).hasSize(2);
        assertThat(producers.getFirst().closed()).isTrue();
        assertThat(counters.get(Counter.PRODUCERS_REPLACED)).isEqualTo(1);
        assertThatTheNextRecordPasses();
    }

    @Test
    void replacesAProducerThatThrows() throws Exception {
        producer().thrown = new KafkaException("cannot send, an earlier request has failed");

        assertThat(publisher.publish(messages(2))).hasExactlyElementsOfTypes(Unavailable.class, Unavailable.class);
        assertThat(producers).hasSize(2);
        assertThatTheNextRecordPasses();
    }

    @Test
    void makesNoNewProducerAfterItsEnd() throws Exception {
        publisher.close(Duration.ZERO);

        assertThat(publisher.publish(messages(1))).hasExactlyElementsOfTypes(Unavailable.class);
        assertThat(producers).hasSize(1);
    }

    private void assertThatTheNextRecordPasses() throws Exception {
        CompletableFuture<List<PublishResult>> results = publishing(messages(1));
        completeNext(producer());
        assertThat(results.get()).hasExactlyElementsOfTypes(Acked.class);
    }

    private CompletableFuture<List<PublishResult>> publishing(List<OutboxMessage> messages) {
        CompletableFuture<List<PublishResult>> results = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                results.complete(publisher.publish(messages));
            } catch (InterruptedException | RuntimeException failure) {
                results.completeExceptionally(failure);
            }
        });
        return results.orTimeout(10, TimeUnit.SECONDS);
    }

    private KafkaPublisher publisher(Duration timeout) {
        return new KafkaPublisher(
                () -> {
                    producers.add(new ScriptedProducer());
                    return producers.getLast();
                },
                timeout,
                counters);
    }

    private ScriptedProducer producer() {
        return producers.getLast();
    }

    private static void completeNext(ScriptedProducer producer) {
        await().until(producer::completeNext);
    }

    private static void failNext(ScriptedProducer producer, RuntimeException failure) {
        await().until(() -> producer.errorNext(failure));
    }

    private static List<OutboxMessage> messages(int count) {
        List<OutboxMessage> messages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            messages.add(new OutboxMessage(UUID.randomUUID(), "k" + i, "t", "p"));
        }
        return messages;
    }

    /// Kafka's own mock, completed by hand, that can also fail at once as the client does while it has no metadata.
    private static final class ScriptedProducer extends MockProducer<String, byte[]> {
        private volatile @Nullable RuntimeException failure;
        private volatile @Nullable RuntimeException thrown;
        private volatile String failingTopic = "t";
        private volatile int sends;

        ScriptedProducer() {
            super(false, null, new StringSerializer(), new ByteArraySerializer());
        }

        @Override
        public synchronized Future<RecordMetadata> send(ProducerRecord<String, byte[]> record) {
            sends++;
            RuntimeException toThrow = thrown;
            if (toThrow != null) {
                throw toThrow;
            }
            RuntimeException toReturn = failure;
            return toReturn != null && record.topic().equals(failingTopic)
                    ? CompletableFuture.failedFuture(toReturn)
                    : super.send(record);
        }
    }
}

package dev.relaybench.relay.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.message.PublishResult;
import dev.relaybench.relay.message.PublishResult.Acked;
import dev.relaybench.relay.message.PublishResult.Refused;
import dev.relaybench.relay.message.PublishResult.Unavailable;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.settings.KafkaSettings;
import dev.relaybench.relay.settings.RelaySettings;
import dev.relaybench.relay.testbed.TestBroker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.Test;

/// What a real broker says, by the publisher's three words.
class KafkaPublisherIT {
    @Test
    void publishesKeyValueEventIdAndHeaders() throws InterruptedException {
        String topic = TestBroker.topic("events", 3);
        OutboxMessage message = message(topic, "grüße").withHeaders(Map.of("traceparent", "00-1-2-01"));

        assertThat(publish(TestBroker.bootstrapServers(), message)).allMatch(Acked.class::isInstance);

        ConsumerRecord<String, String> record = TestBroker.read(topic).getFirst();
        assertThat(record.key()).isEqualTo("k");
        assertThat(record.value()).isEqualTo("grüße");
        assertThat(header(record, "event-id")).isEqualTo(message.id().toString());
        assertThat(header(record, "traceparent")).isEqualTo("00-1-2-01");
    }

    @Test
    void aRecordTooLargeForTheTopicIsRefusedAndItsNeighboursFlow() throws InterruptedException {
        String topic = TestBroker.topic("small", 1);
        String strict = "strict-" + UUID.randomUUID();
        TestBroker.create(strict, 1, Map.of("max.message.bytes", "1000"));
        OutboxMessage neighbour = message(topic, "neighbour");

        List<PublishResult> results = publish(
                TestBroker.bootstrapServers(),
                message(strict, "x".repeat(5_000)),
                neighbour,
                message(strict, "x".repeat(6_000)),
                message(strict, "small enough"));

        assertThat(results.get(0)).isInstanceOfSatisfying(Refused.class, KafkaPublisherIT::saysTooLarge);
        assertThat(results.get(1)).isInstanceOf(Acked.class);
        assertThat(results.get(2)).isInstanceOfSatisfying(Refused.class, KafkaPublisherIT::saysTooLarge);
        assertThat(results.get(3)).isInstanceOf(Acked.class);
    }

    @Test
    void aRecordTooLargeForTheClientIsRefusedWithoutBeingSent() throws InterruptedException {
        String topic = TestBroker.topic("events", 1);

        List<PublishResult> results =
                publish(TestBroker.bootstrapServers(), message(topic, "x".repeat(2_000_000)), message(topic, "y"));

        assertThat(results.get(0)).isInstanceOfSatisfying(Refused.class, KafkaPublisherIT::saysTooLarge);
        assertThat(results.get(1)).isInstanceOf(Acked.class);
    }

    @Test
    void anUnknownTopicAndAnImpossibleOneAreRefused() throws InterruptedException {
        String topic = TestBroker.topic("events", 1);

        List<PublishResult> results = publish(
                TestBroker.bootstrapServers(),
                message("nobody-made-this", "a"),
                message("no such name!", "b"),
                message(topic, "c"));

        assertThat(results.get(0))
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.reason()).contains("UnknownTopic"));
        assertThat(results.get(1))
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.reason()).contains("InvalidTopic"));
        assertThat(results.get(2)).isInstanceOf(Acked.class);
    }

    @Test
    void aBrokerThatIsNotThereIsAnOutageForEveryRecordWithinTheDeadline() throws InterruptedException {
        long startNanos = System.nanoTime();

        List<PublishResult> results = publish("127.0.0.1:1", message("t", "a"), message("u", "b"), message("t", "c"));

        assertThat(results).hasSize(3).allMatch(Unavailable.class::isInstance);
        // One max-block of half a second for the whole batch, not one for each record.
        assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(Duration.ofMillis(1_400));
    }

    private static List<PublishResult> publish(String bootstrapServers, OutboxMessage... messages)
            throws InterruptedException {
        KafkaSettings settings = RelaySettings.of(Map.of(
                        "relay.jdbc.url",
                        "jdbc:postgresql://127.0.0.1:1/none",
                        "relay.jdbc.user",
                        "nobody",
                        "relay.kafka.bootstrap-servers",
                        bootstrapServers,
                        "relay.kafka.max-block-ms",
                        bootstrapServers.endsWith(":1") ? "500" : "5000"))
                .kafka();
        try (KafkaPublisher publisher = new KafkaPublisher(
                ProducerFactory.of(ProducerFactory.safeProperties(settings)),
                settings.publishTimeoutMax(),
                new RelayCounters())) {
            return publisher.publish(List.of(messages));
        }
    }

    private static OutboxMessage message(String topic, String payload) {
        return new OutboxMessage(UUID.randomUUID(), "k", topic, payload);
    }

    private static void saysTooLarge(Refused refused) {
        assertThat(refused.reason()).contains("RecordTooLarge");
    }

    private static String header(ConsumerRecord<String, String> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null ? "none" : new String(header.value(), StandardCharsets.UTF_8);
    }
}

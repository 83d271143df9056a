package dev.relaybench.relay.inbox;

import static dev.relaybench.relay.inbox.InboxRig.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.relay.kafka.ConsumerFactory;
import dev.relaybench.relay.main.Relay;
import dev.relaybench.relay.main.RelayWiring;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.settings.KafkaSettings;
import dev.relaybench.relay.spi.RelayContract;
import dev.relaybench.relay.testbed.RelayClient;
import dev.relaybench.relay.testbed.TestBroker;
import dev.relaybench.relay.testbed.TestVendor.Behaviour;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class InboxIT {
    private static final Map<String, String> PATIENT =
            Map.of("vendor.request-timeout-ms", "10000", "vendor.call-timeout-ms", "10000");

    private final InboxRig rig = new InboxRig(1);

    InboxIT() throws Exception {}

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void everyRequestIsPaidOnceAndAnswered() throws Exception {
        Relay relay = rig.start(Map.of());
        Map<String, String> requests = new HashMap<>();
        for (int i = 0; i < 50; i++) {
            requests.put("payment-" + i, "amount " + i);
        }
        TestBroker.send(rig.topic, requests, Map.of());

        eventually(() -> rig.results().size() == 50);

        assertThat(rig.results())
                .extracting(ConsumerRecord::key)
                .containsExactlyInAnyOrderElementsOf(requests.keySet());
        assertThat(rig.states()).hasSize(50).containsOnly("COMPLETED");
        assertThat(rig.vendor.calls()).hasSize(50).allMatch(call -> call.startsWith("POST "));
        assertThat(relay.counters().get(Counter.INBOX_SETTLED_IMMEDIATE)).isEqualTo(50);
        assertThat(relay.counters().get(Counter.INBOX_OFFERS_ACCEPTED)).isEqualTo(50);
        assertThat(relay.counters().snapshot()).containsEntry("inboxChannelDepth", 0L);
    }

    @Test
    void theResultSaysWhatTheVendorSaid() throws Exception {
        rig.vendor.script(attempt -> Behaviour.DECLINE);
        rig.start(Map.of());

        rig.send("p1");

        eventually(() -> rig.results().size() == 1);
        assertThat(rig.results().getFirst().value())
                .isEqualTo("{\"paymentId\":\"p1\",\"status\":\"declined\",\"reason\":\"status 402\",\"attempt\":1}");
        assertThat(rig.database.query("SELECT status || ': ' || reason FROM pg_inbox"))
                .containsExactly("DECLINED: status 402");
        rig.vendor.script(attempt -> Behaviour.APPROVE);

        rig.send("p2");

        eventually(() -> rig.results().size() == 2);
        assertThat(rig.results().getLast().value())
                .isEqualTo("{\"paymentId\":\"p2\",\"status\":\"approved\",\"reference\":\"ref-p2\",\"attempt\":1}");
    }

    @Test
    void aRecordThatIsDeliveredAgainIsStoredOnce() throws Exception {
        Relay first = rig.start(Map.of());
        String id = UUID.randomUUID().toString();
        rig.send("p1", "v", Map.of(RelayContract.EVENT_ID_HEADER, id));
        rig.send("p1", "v", Map.of(RelayContract.EVENT_ID_HEADER, id));
        rig.send("p2", "v", Map.of(RelayContract.EVENT_ID_HEADER, "no uuid"));
        eventually(() -> rig.results().size() == 2);
        assertThat(first.counters().get(Counter.INBOX_DUPLICATES)).isEqualTo(1);
        first.close();

        // A group without offsets gets everything again.
        Relay second = rig.start(Map.of("pg.inbox.group", rig.topic + "-again"));
        eventually(() -> second.counters().get(Counter.INBOX_DUPLICATES) == 3);

        assertThat(rig.database.query("SELECT id FROM pg_inbox")).hasSize(2).contains(id);
        assertThat(rig.vendor.calls()).containsExactlyInAnyOrder("POST p1", "POST p2");
        assertThat(second.counters().get(Counter.INBOX_RECEIVED)).isZero();
    }

    @Test
    void offsetsAreCommittedOnceTheRecordsAreStored() throws Exception {
        Relay first = rig.start(Map.of());
        rig.send("p1");
        eventually(() -> rig.results().size() == 1);
        first.close();
        rig.send("p2");

        Relay second = rig.start(Map.of());
        eventually(() -> rig.results().size() == 2);

        assertThat(second.counters().get(Counter.INBOX_DUPLICATES)).isZero();
    }

    @Test
    void poisonGoesToTheDeadLetterTopicAndThePartitionGoesOn() throws Exception {
        Relay relay = rig.start(Map.of());
        rig.send("p1", null, Map.of("h", "1"));
        Map<String, String> withoutKey = new HashMap<>();
        withoutKey.put(null, "v");
        TestBroker.send(rig.topic, withoutKey, Map.of());
        rig.send("p2", "a\0b", Map.of());
        rig.send("p".repeat(3_000));

        rig.send("p3");

        eventually(() -> rig.results().size() == 1 && rig.deadLetters().size() == 4);
        List<ConsumerRecord<String, String>> dead = rig.deadLetters();
        assertThat(dead)
                .extracting(record -> header(record, InboxMessages.REASON))
                .containsExactlyInAnyOrder(
                        "the value is missing",
                        "the key is missing, which is the payment id",
                        "a NUL character, which the database has no text for",
                        "a key of 3000 characters, allowed are 256");
        assertThat(dead)
                .extracting(record -> header(record, InboxMessages.ORIGIN))
                .containsExactlyInAnyOrder(origin(0), origin(1), origin(2), origin(3));
        assertThat(rig.states()).containsExactly("COMPLETED", "DEAD", "DEAD", "DEAD", "DEAD");
        assertThat(relay.counters().get(Counter.INBOX_POISON)).isEqualTo(4);
        assertThat(rig.vendor.calls()).containsExactly("POST p3");
    }

    @Test
    void poisonOfAnUnknownKindDoesNotStopThePartitionEither() throws Exception {
        rig.start(Map.of()).close();
        rig.database.execute("ALTER TABLE pg_inbox ADD CHECK (payload NOT LIKE '%strange%')");
        rig.send("p1", "v", Map.of());
        rig.send("p2", "strange", Map.of());
        rig.send("p3", "v", Map.of());

        rig.start(Map.of());

        eventually(() -> rig.results().size() == 2 && rig.deadLetters().size() == 1);
        assertThat(header(rig.deadLetters().getFirst(), InboxMessages.REASON)).contains("23514");
        assertThat(header(rig.deadLetters().getFirst(), InboxMessages.ORIGIN)).isEqualTo(origin(1));
    }

    @Test
    void inDirectModeTheConsumerThreadPays() throws Exception {
        Relay relay = rig.start(Map.of("pg.inbox.mode", "direct"));
        rig.send("p1");
        rig.send("p2");

        eventually(() -> rig.results().size() == 2);

        assertThat(relay.counters().get(Counter.INBOX_SETTLED_DIRECT)).isEqualTo(2);
        assertThat(relay.counters().get(Counter.INBOX_OFFERS_ACCEPTED)).isZero();
    }

    @Test
    void inDirectModeASlowVendorCostsThePartition() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        rig.vendor.script(attempt -> {
            awaitLatch(answer);
            return Behaviour.APPROVE;
        });
        Relay relay = rig.start(Map.of("pg.inbox.mode", "direct", "pg.inbox.max-poll-interval-ms", "1000"));

        rig.send("p1");

        eventually(() -> rig.calls("POST p1") == 1);
        // The call time-out ends the call after five seconds, long after the group has given the partition away.
        eventually(() -> relay.counters().get(Counter.OFFSET_COMMITS_FAILED) == 1);
        answer.countDown();
        // The record comes again, and is known.
        eventually(() -> relay.counters().get(Counter.INBOX_DUPLICATES) == 1);
        assertThat(rig.vendor.paidTwice()).isEmpty();
    }

    @Test
    void inChannelModeASlowVendorCostsNothing() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        rig.vendor.script(attempt -> {
            awaitLatch(answer);
            return Behaviour.APPROVE;
        });
        Relay relay = rig.start(Map.of("pg.inbox.max-poll-interval-ms", "1000"));
        rig.send("p1");
        eventually(() -> rig.calls("POST p1") == 1);

        rig.send("p2");
        rig.send("p3");

        eventually(() -> relay.counters().get(Counter.INBOX_RECEIVED) == 3);
        answer.countDown();
        eventually(() -> rig.results().size() == 3);
        assertThat(relay.counters().get(Counter.OFFSET_COMMITS_FAILED)).isZero();
    }

    @Test
    void theLoopsSurviveACutOfTheDatabase() throws Exception {
        Relay relay = rig.start(Map.of());
        rig.send("p1");
        eventually(() -> rig.results().size() == 1);

        rig.database.execute("ALTER TABLE pg_inbox RENAME TO pg_inbox_away");
        rig.database.cutConnections();
        rig.send("p2");
        long failures = relay.counters().get(Counter.LOOP_FAILURES);
        eventually(() -> relay.counters().get(Counter.LOOP_FAILURES) >= failures + 5);
        rig.database.execute("ALTER TABLE pg_inbox_away RENAME TO pg_inbox");
        rig.database.cutConnections();

        eventually(() -> rig.results().size() == 2);
        assertThat(rig.vendor.calls()).containsExactlyInAnyOrder("POST p1", "POST p2");
    }

    @Test
    void theConsumerThreadSurvivesErrorsOfItsConsumer() throws Exception {
        AtomicInteger polls = new AtomicInteger();
        Relay relay = rig.start(Map.of(), new RelayWiring() {
            @Override
            public ConsumerFactory inboxConsumers(KafkaSettings settings, ConsumerFactory.Group group) {
                Map<String, Object> properties = ConsumerFactory.safeProperties(settings, group);
                return () -> new FailingConsumer(properties, polls);
            }
        });

        rig.send("p1");
        rig.send("p2");

        eventually(() -> rig.results().size() == 2);
        assertThat(relay.counters().get(Counter.LOOP_FAILURES)).isEqualTo(2);
        assertThat(relay.counters().get(Counter.CONSUMERS_REPLACED)).isEqualTo(1);
        assertThat(new RelayClient(relay.port()).get("/live"))
                .startsWith("200 ")
                .contains("inbox-listener");
    }

    @Test
    void aRelayStartsWithoutABroker() throws Exception {
        Relay relay = rig.start(Map.of("relay.kafka.bootstrap-servers", "127.0.0.1:1"));

        InboxRig.awaitPolls(relay, 3);

        assertThat(new RelayClient(relay.port()).get("/live")).startsWith("200 ");
        assertThat(relay.counters().get(Counter.CONSUMERS_REPLACED)).isZero();
    }

    @Test
    void aGracefulStopDrainsTheChannel() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        rig.vendor.script(attempt -> {
            awaitLatch(answer);
            return Behaviour.APPROVE;
        });
        Map<String, String> oneWorker = new HashMap<>(PATIENT);
        oneWorker.put("pg.inbox.channel.worker-count", "1");
        Relay relay = rig.start(oneWorker);
        for (int i = 0; i < 5; i++) {
            rig.send("p" + i);
        }
        eventually(() -> relay.counters().get(Counter.INBOX_RECEIVED) == 5);

        Thread stop = Thread.ofVirtual().start(relay::close);
        // The consumer goes first: what is sent from now on waits for the next relay.
        eventually(this::groupIsEmpty);
        rig.send("late");
        answer.countDown();

        assertThat(stop.join(Duration.ofSeconds(RelayContract.STOP_SECONDS_MAX)))
                .isTrue();
        assertThat(rig.states()).hasSize(5).containsOnly("COMPLETED");
        assertThat(rig.results()).hasSize(5);
    }

    @Test
    void whatIsNotDrainedInTimeStaysInTheTable() throws Exception {
        rig.vendor.script(attempt -> Behaviour.HANG);
        Relay relay = rig.start(Map.of("pg.inbox.channel.worker-count", "1"));
        for (int i = 0; i < 20; i++) {
            rig.send("p" + i);
        }
        eventually(() -> relay.counters().get(Counter.INBOX_RECEIVED) == 20);

        relay.close();

        assertThat(rig.states())
                .hasSize(20)
                .containsOnly("PENDING", "IN_PROGRESS")
                .contains("PENDING");
        rig.vendor.script(attempt -> Behaviour.APPROVE);
        rig.age();
        rig.start(Map.of());
        eventually(() -> rig.results().size() == 20);
        assertThat(rig.vendor.paidTwice()).isEmpty();
    }

    private boolean groupIsEmpty() throws Exception {
        try (var admin = Admin.create(Map.of("bootstrap.servers", TestBroker.bootstrapServers()))) {
            return admin.describeConsumerGroups(List.of(rig.topic)).all().get(20, TimeUnit.SECONDS).values().stream()
                    .allMatch(group -> group.members().isEmpty());
        }
    }

    private String origin(long offset) {
        return rig.topic + "/0/" + offset;
    }

    private static String header(ConsumerRecord<String, String> record, String name) {
        return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Its first poll fails for now, and the second one for good.
    private static final class FailingConsumer extends KafkaConsumer<byte[], byte[]> {
        private final AtomicInteger polls;

        FailingConsumer(Map<String, Object> properties, AtomicInteger polls) {
            super(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
            this.polls = polls;
        }

        @Override
        public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            return switch (polls.incrementAndGet()) {
                case 1 -> throw new TimeoutException("for now");
                case 2 -> throw new TopicAuthorizationException("for good");
                default -> super.poll(timeout);
            };
        }
    }
}

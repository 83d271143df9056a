package dev.relaybench.relay.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.relay.kafka.ConsumerFactory;
import dev.relaybench.relay.main.Relay;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.settings.KafkaSettings;
import dev.relaybench.relay.testbed.MemoryPublisher;
import dev.relaybench.relay.testbed.TestBroker;
import dev.relaybench.relay.testbed.TestRelay;
import dev.relaybench.relay.testbed.TestVendor.Behaviour;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConsumerGroupIT {
    private static final int WORKS = 150;

    private final ConsumerScene scene = new ConsumerScene(6);
    private final List<String> works =
            IntStream.range(0, WORKS).mapToObj(n -> "w-" + n).toList();

    ConsumerGroupIT() throws Exception {}

    @AfterEach
    void close() {
        scene.close();
    }

    @Test
    void membersThatComeAndGoWhileWorkFlowsCauseNoSecondEffect() throws Exception {
        try (Relay staying = scene.start(Map.of())) {
            for (int round = 0; round < 5; round++) {
                scene.sendAll(works.subList(round * WORKS / 5, (round + 1) * WORKS / 5));
                try (Relay visitor = scene.start(Map.of())) {
                    int so = (round * 2 + 1) * WORKS / 10;
                    scene.until(() -> scene.count(WorkState.SCS) >= so);
                    assertThat(visitor.port()).isPositive();
                }
            }

            scene.until(() -> scene.count(WorkState.SCS) == WORKS);
            assertThat(scene.vendor.paidTwice()).isEmpty();
            assertThat(works).allMatch(id -> scene.vendor.approvals(id) == 1);
            assertThat(staying.counters().get(Counter.LOOP_FAILURES)).isZero();
        }
    }

    @Test
    void aGracefulStopFinishesTheRecordInHandAndLeavesTheGroup() throws Exception {
        CountDownLatch called = new CountDownLatch(1);
        scene.vendor.script(attempt -> {
            called.countDown();
            scene.after(Duration.ofMillis(300));
            return Behaviour.APPROVE;
        });
        Relay relay = scene.start(Map.of());
        scene.sendAll(works.subList(0, 5));
        assertThat(called.await(30, TimeUnit.SECONDS)).isTrue();
        relay.close();

        assertThat(members()).isEmpty();
        assertThat(scene.database.number("SELECT count(*) FROM work WHERE status = 'EXCN'"))
                .as("nothing was left half done")
                .isZero();
        long done = scene.count(WorkState.SCS);
        assertThat(done).isPositive();
        try (Relay next = scene.start(Map.of())) {
            scene.until(() -> scene.count(WorkState.SCS) == 5);
            assertThat(next.counters().get(Counter.WORKS_DUPLICATE)).isZero();
            assertThat(next.counters().get(Counter.WORKS_DONE)).isEqualTo(5 - done);
        }
    }

    @Test
    void slowCallsWithinTheRuleCauseNoRebalance() throws Exception {
        scene.vendor.script(attempt -> {
            scene.after(Duration.ofMillis(700));
            return Behaviour.APPROVE;
        });
        // A record takes at most 9 s: two calls of 1.5 s, two transactions of 2.5 s in all, a publish of 2.5 s, and a
        // second. All of them together take longer than the interval.
        try (Relay relay = scene.start(Map.of(
                "vendor.request-timeout-ms", "1500",
                "vendor.call-timeout-ms", "1500",
                "relay.jdbc.connection-timeout-ms", "500",
                "relay.jdbc.statement-timeout-ms", "500",
                "relay.kafka.max-block-ms", "500",
                "relay.kafka.request-timeout-ms", "1000",
                "relay.kafka.delivery-timeout-ms", "1000",
                "consumer.records-per-poll-max", "1",
                "consumer.max-poll-interval-ms", "9100"))) {
            List<String> before = members();
            scene.sendAll(works.subList(0, 16));

            scene.until(() -> scene.count(WorkState.SCS) == 16);
            assertThat(members()).isEqualTo(before).hasSize(1);
            assertThat(relay.counters().get(Counter.WORKS_DUPLICATE)).isZero();
            assertThat(relay.counters().get(Counter.LOOP_FAILURES)).isZero();
        }
    }

    @Test
    void evenWhoBreaksTheRuleCausesNoSecondEffect() throws Exception {
        scene.vendor.script(attempt -> {
            scene.after(Duration.ofMillis(400));
            return Behaviour.APPROVE;
        });
        try (Relay late = scene.start(new Impatient(), Map.of());
                Relay other = scene.start(new Impatient(), Map.of())) {
            scene.sendAll(works.subList(0, 30));

            scene.until(() -> scene.count(WorkState.SCS) == 30);
            assertThat(late.counters().get(Counter.LOOP_FAILURES)
                            + other.counters().get(Counter.LOOP_FAILURES))
                    .as("commits that the group refuses: the rule was broken")
                    .isPositive();
            assertThat(scene.vendor.paidTwice()).isEmpty();
        }
    }

    @Test
    void aConsumerThatFailedForGoodIsReplaced() throws Exception {
        try (Relay relay = scene.start(new FailsOnce(), Map.of())) {
            scene.send("w", "pay");

            scene.until(() -> scene.row("w").equals("SCS"));
            assertThat(relay.counters().get(Counter.LOOP_FAILURES)).isEqualTo(1);
        }
    }

    private List<String> members() throws Exception {
        String group = "group-of-" + scene.topic;
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", TestBroker.bootstrapServers()))) {
            return admin.describeConsumerGroups(List.of(group)).all().get(30, TimeUnit.SECONDS).values().stream()
                    .flatMap(description -> description.members().stream())
                    .map(MemberDescription::consumerId)
                    .toList();
        }
    }

    /// A batch takes five calls of 0.4 s, and the group waits for one second.
    private static final class Impatient extends TestRelay {
        Impatient() {
            super(new MemoryPublisher());
        }

        @Override
        public ConsumerFactory workConsumers(KafkaSettings settings, ConsumerFactory.Group group) {
            Map<String, Object> properties = ConsumerFactory.safeProperties(settings, group);
            properties.put("max.poll.interval.ms", 1_000);
            properties.put("session.timeout.ms", 1_000);
            properties.put("heartbeat.interval.ms", 200);
            return ConsumerFactory.of(properties);
        }
    }

    /// The first consumer fails at its first poll.
    private static final class FailsOnce extends TestRelay {
        private final AtomicBoolean failed = new AtomicBoolean();

        FailsOnce() {
            super(new MemoryPublisher());
        }

        @Override
        public ConsumerFactory workConsumers(KafkaSettings settings, ConsumerFactory.Group group) {
            ConsumerFactory real = super.workConsumers(settings, group);
            return () -> {
                if (failed.getAndSet(true)) {
                    return real.create();
                }
                MockConsumer<byte[], byte[]> broken = new MockConsumer<>("earliest");
                broken.setPollException(new KafkaException("for good"));
                return broken;
            };
        }
    }
}

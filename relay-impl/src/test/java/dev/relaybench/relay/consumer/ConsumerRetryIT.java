package dev.relaybench.relay.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.relay.main.Relay;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.testbed.TestBroker;
import dev.relaybench.relay.testbed.TestVendor.Behaviour;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConsumerRetryIT {
    private static final Duration DELAY = Duration.ofMillis(500);
    private static final Map<String, String> SETTINGS = Map.of("consumer.retry.delay-ms", "500");
    /// A record's timestamp is cut to whole milliseconds.
    private static final Duration CLOCK_GRAIN = Duration.ofMillis(2);

    private final ConsumerScene scene = new ConsumerScene(2);

    ConsumerRetryIT() throws Exception {}

    @AfterEach
    void close() {
        scene.close();
    }

    @Test
    void threeFailuresEndAsADeadLetterAndFailWithTheDelaysBetween() throws Exception {
        List<Long> calledNanos = new CopyOnWriteArrayList<>();
        scene.vendor.script(attempt -> {
            calledNanos.add(System.nanoTime());
            return Behaviour.FAIL;
        });
        try (Relay relay = scene.start(SETTINGS)) {
            scene.send("w", "pay");

            scene.until(() -> scene.row("w").startsWith("FAIL"));
            assertThat(scene.row("w")).isEqualTo("FAIL retries exhausted: the vendor failed: status 503");
            assertThat(calledNanos).hasSize(3);
            assertThat(between(calledNanos, 0)).isGreaterThanOrEqualTo(DELAY.minus(CLOCK_GRAIN));
            assertThat(between(calledNanos, 1))
                    .isGreaterThanOrEqualTo(DELAY.multipliedBy(2).minus(CLOCK_GRAIN));
            assertThat(relay.counters().get(Counter.WORKS_RETRIED)).isEqualTo(2);
            assertThat(relay.counters().get(Counter.WORKS_DEAD_LETTERED)).isEqualTo(1);
            assertThat(scene.database.query("SELECT attempts FROM work")).containsExactly("3");
        }
    }

    @Test
    void aRecordThatIsSentOnCarriesItsStory() throws Exception {
        String trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        scene.vendor.script(attempt -> Behaviour.FAIL);
        try (Relay relay = scene.start(SETTINGS)) {
            TestBroker.send(scene.topic, Map.of("w", "secret"), Map.of("traceparent", trace, "own", "mine"));

            scene.until(() -> scene.row("w").startsWith("FAIL"));
            ConsumerRecord<String, String> first = scene.records(scene.topic).getFirst();
            for (String suffix : List.of("-retry-0", "-retry-1", "-dlt")) {
                ConsumerRecord<String, String> record =
                        scene.records(scene.topic + suffix).getFirst();
                assertThat(record.key() + record.value()).isEqualTo("wsecret");
                assertThat(scene.header(record, "own")).isEqualTo("mine");
                assertThat(scene.header(record, "traceparent")).contains("4bf92f3577b34da6a3ce929d0e0e4736");
                assertThat(scene.header(record, WorkHeaders.ATTEMPT)).isEqualTo(suffix.equals("-retry-0") ? "2" : "3");
                assertThat(scene.header(record, WorkHeaders.ORIGINAL_TOPIC)).isEqualTo(scene.topic);
                assertThat(scene.header(record, WorkHeaders.ORIGINAL_PARTITION))
                        .isEqualTo(Integer.toString(first.partition()));
                assertThat(scene.header(record, WorkHeaders.ORIGINAL_OFFSET)).isEqualTo("0");
                assertThat(scene.header(record, WorkHeaders.LAST_ERROR)).isEqualTo("the vendor failed: status 503");
                assertThat(scene.header(record, WorkHeaders.NOT_BEFORE)).isNotEmpty();
            }
            assertThat(relay.counters().get(Counter.LOOP_FAILURES)).isZero();
        }
    }

    @Test
    void aRecordThatIsNotDueHoldsUpNoOtherWork() throws Exception {
        scene.vendor.script(attempt -> attempt == 1 ? Behaviour.FAIL : Behaviour.APPROVE);
        try (Relay relay = scene.start(Map.of("consumer.retry.delay-ms", "6000"))) {
            scene.send("w", "pay");
            scene.until(() -> relay.counters().get(Counter.WORKS_RETRIED) == 1);
            scene.vendor.script(attempt -> Behaviour.APPROVE);
            scene.sendAll(List.of("a", "b", "c", "d"));

            scene.until(() -> scene.count(WorkState.SCS) == 4);
            assertThat(scene.row("w")).startsWith("EXCN");
            scene.until(() -> scene.row("w").startsWith("SCS"));
        }
    }

    @Test
    void aVendorThatPaysAndHangsIsAskedAndPaysOnce() throws Exception {
        scene.vendor.script(attempt -> Behaviour.PAY_AND_HANG);
        try (Relay relay = scene.start(SETTINGS)) {
            scene.send("w", "pay");

            scene.until(() -> scene.row("w").startsWith("SCS"));
            assertThat(scene.calls("w")).containsExactly("POST", "GET");
            assertThat(scene.vendor.approvals("w")).isEqualTo(1);
            assertThat(relay.counters().get(Counter.WORKS_ASKED)).isEqualTo(1);
        }
    }

    @Test
    void whatTheLastAttemptPaidWithoutAnAnswerIsNotGivenUp() throws Exception {
        scene.vendor.script(attempt -> attempt < 3 ? Behaviour.FAIL : Behaviour.PAY_AND_FAIL);
        try (Relay relay = scene.start(SETTINGS)) {
            scene.send("w", "pay");

            scene.until(() -> scene.row("w").startsWith("SCS"));
            assertThat(relay.counters().get(Counter.WORKS_DEAD_LETTERED)).isEqualTo(1);
            assertThat(scene.vendor.approvals("w")).isEqualTo(1);
        }
    }

    @Test
    void aDeadLetterOfFinishedWorkChangesNothing() throws Exception {
        try (Relay relay = scene.start(SETTINGS)) {
            scene.send("w", "pay");
            scene.until(() -> scene.row("w").equals("SCS"));
            TestBroker.send(scene.topic + "-dlt", Map.of("w", "pay"), Map.of());

            scene.until(() -> relay.counters().get(Counter.WORKS_DUPLICATE) == 1);
            assertThat(scene.row("w")).isEqualTo("SCS");
            assertThat(scene.calls("w")).containsExactly("POST");
        }
    }

    @Test
    void theSecondHoleWhoCatchesEverythingNeverRetries() throws Exception {
        scene.vendor.script(attempt -> attempt == 1 ? Behaviour.FAIL : Behaviour.APPROVE);
        try (Relay relay = scene.start(Map.of("consumer.catch-everything", "true", "consumer.retry.delay-ms", "100"))) {
            scene.send("w", "pay");
            scene.until(() -> scene.row("w").startsWith("FAIL"));
            scene.after(Duration.ofSeconds(1));

            assertThat(scene.row("w")).isEqualTo("FAIL the vendor failed: status 503");
            assertThat(scene.calls("w")).containsExactly("POST");
            assertThat(relay.counters().get(Counter.WORKS_RETRIED)).isZero();
            assertThat(scene.records(scene.topic + "-retry-0")).isEmpty();
        }
    }

    @Test
    void theSecondHoleClosedRetriesAndSucceeds() throws Exception {
        scene.vendor.script(attempt -> attempt == 1 ? Behaviour.FAIL : Behaviour.APPROVE);
        try (Relay relay = scene.start(SETTINGS)) {
            scene.send("w", "pay");

            scene.until(() -> scene.row("w").startsWith("SCS"));
            assertThat(scene.calls("w")).containsExactly("POST", "GET", "POST");
            assertThat(relay.counters().get(Counter.WORKS_RETRIED)).isEqualTo(1);
        }
    }

    private static Duration between(List<Long> nanos, int first) {
        return Duration.ofNanos(nanos.get(first + 1) - nanos.get(first));
    }
}

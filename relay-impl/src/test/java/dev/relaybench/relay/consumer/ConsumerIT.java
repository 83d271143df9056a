package dev.relaybench.relay.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.relay.main.Relay;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.testbed.RelayClient;
import dev.relaybench.relay.testbed.TestVendor.Behaviour;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConsumerIT {
    private final ConsumerScene scene = new ConsumerScene(3);

    ConsumerIT() throws Exception {}

    @AfterEach
    void close() {
        scene.close();
    }

    @Test
    void workIsDoneOnceAndItsReferenceKept() throws Exception {
        try (Relay relay = scene.start(Map.of())) {
            scene.send("w", "pay");

            scene.until(() -> scene.row("w").equals("SCS"));
            assertThat(scene.database.query("SELECT reference FROM work")).containsExactly("ref-w");
            assertThat(scene.calls("w")).containsExactly("POST");
            assertThat(relay.counters().get(Counter.WORKS_DONE)).isEqualTo(1);
            assertThat(new RelayClient(relay.port()).get("/live"))
                    .startsWith("200 ")
                    .contains("consumer");
        }
    }

    @Test
    void withoutATopicThereIsNoConsumer() throws Exception {
        try (Relay relay = scene.start(Map.of("consumer.topic", ""))) {
            assertThat(new RelayClient(relay.port()).get("/live")).doesNotContain("consumer");
        }
    }

    @Test
    void aBurstOfDuplicatesHasOneEffectForEachPieceOfWork() throws Exception {
        List<String> works = IntStream.range(0, 12).mapToObj(n -> "w-" + n).toList();
        List<String> burst = new ArrayList<>();
        for (int copy = 0; copy < 50; copy++) {
            burst.addAll(works);
        }
        try (Relay relay = scene.start(Map.of())) {
            scene.sendAll(burst);

            scene.until(() -> relay.counters().get(Counter.WORKS_DUPLICATE) == 49 * 12);
            assertThat(scene.vendor.calls()).hasSize(12).allMatch(call -> call.startsWith("POST"));
            assertThat(scene.vendor.paidTwice()).isEmpty();
            assertThat(scene.count(WorkState.SCS)).isEqualTo(12);
        }
    }

    @Test
    void aDeclinedPieceOfWorkFailsAtOnceWithoutARetry() throws Exception {
        scene.vendor.script(attempt -> Behaviour.DECLINE);
        try (Relay relay = scene.start(Map.of())) {
            scene.send("w", "pay");

            scene.until(() -> scene.row("w").equals("FAIL declined: status 402"));
            assertThat(scene.calls("w")).containsExactly("POST");
            assertThat(relay.counters().get(Counter.WORKS_RETRIED)).isZero();
        }
    }

    @Test
    void poisonGoesToTheDeadLettersAtOnceAndNeverBlocksThePartition() throws Exception {
        byte[] noText = {(byte) 0xff, (byte) 0xfe};
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        records.add(new ProducerRecord<>(scene.topic, 0, null, ConsumerScene.bytes("pay")));
        records.add(new ProducerRecord<>(scene.topic, 0, ConsumerScene.bytes("null-value"), null));
        records.add(new ProducerRecord<>(scene.topic, 0, ConsumerScene.bytes("../admin"), ConsumerScene.bytes("pay")));
        records.add(new ProducerRecord<>(scene.topic, 0, noText, noText));
        records.add(new ProducerRecord<>(scene.topic, 0, ConsumerScene.bytes("good"), ConsumerScene.bytes("pay")));
        try (Relay relay = scene.start(Map.of())) {
            scene.send(records);

            scene.until(() -> scene.row("good").equals("SCS"));
            assertThat(relay.counters().get(Counter.WORKS_DEAD_LETTERED)).isEqualTo(4);
            assertThat(scene.records(scene.topic + "-dlt"))
                    .extracting(record -> scene.header(record, WorkHeaders.LAST_ERROR))
                    .containsExactlyInAnyOrder(
                            "cannot be worked on: no work id as its key",
                            "cannot be worked on: no text as its value",
                            "cannot be worked on: no work id as its key",
                            "cannot be worked on: no work id as its key");
            assertThat(scene.database.query("SELECT id FROM work")).containsExactly("good");
        }
    }

    @Test
    void aDatabaseThatIsCutWhileWorkFlowsCostsNoWorkAndNoSecondEffect() throws Exception {
        List<String> works = IntStream.range(0, 60).mapToObj(n -> "w-" + n).toList();
        try (Relay relay = scene.start(Map.of())) {
            scene.sendAll(works);
            for (int cut = 1; cut <= 4; cut++) {
                int so = cut * 12;
                scene.until(() -> scene.count(WorkState.SCS) >= so);
                scene.database.cutConnections();
            }

            scene.until(() -> scene.count(WorkState.SCS) == 60);
            assertThat(scene.vendor.paidTwice()).isEmpty();
            assertThat(relay.counters().get(Counter.WORKS_DEAD_LETTERED)).isZero();
        }
    }

    @Test
    void anOutageOfTheDatabaseUsesUpNoAttempt() throws Exception {
        try (Relay relay = scene.start(Map.of())) {
            scene.database.execute("ALTER TABLE work RENAME TO away");
            scene.send("w", "pay");
            // Far longer than the three attempts with their delays.
            scene.after(Duration.ofSeconds(3));
            assertThat(scene.vendor.calls()).isEmpty();
            scene.database.execute("ALTER TABLE away RENAME TO work");

            scene.until(() -> scene.row("w").equals("SCS"));
            assertThat(relay.counters().get(Counter.WORKS_RETRIED)).isZero();
        }
    }
}

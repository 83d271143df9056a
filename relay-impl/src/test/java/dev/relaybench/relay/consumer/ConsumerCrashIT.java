package dev.relaybench.relay.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.relay.main.Relay;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.settings.VendorSettings;
import dev.relaybench.relay.testbed.MemoryPublisher;
import dev.relaybench.relay.testbed.TestRelay;
import dev.relaybench.relay.testbed.TestVendor.Behaviour;
import dev.relaybench.relay.vendor.HttpVendor;
import dev.relaybench.relay.vendor.Vendor;
import dev.relaybench.relay.vendor.VendorAnswer;
import dev.relaybench.relay.vendor.VendorStatus;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A consumer that dies in EXCN.
class ConsumerCrashIT {
    private static final Map<String, String> FIRST_HOLE = Map.of("consumer.ask-before-calling-again", "false");

    private final ConsumerScene scene = new ConsumerScene(1);

    ConsumerCrashIT() throws Exception {}

    @AfterEach
    void close() {
        scene.close();
    }

    @Test
    void whatADeadOwnerHadPaidIsFoundByTheQuestion() throws Exception {
        scene.start(Map.of()).close();
        leaveInExecution("-1 second");
        payBehindTheRelaysBack();
        try (Relay relay = scene.start(Map.of())) {
            scene.send("w", "pay");

            scene.until(() -> scene.row("w").equals("SCS"));
            assertThat(scene.calls("w")).containsExactly("POST", "GET");
            assertThat(scene.vendor.paidTwice()).isEmpty();
            assertThat(relay.counters().get(Counter.WORKS_ASKED)).isEqualTo(1);
        }
    }

    @Test
    void whatADeadOwnerHadNotPaidIsPaid() throws Exception {
        scene.start(Map.of()).close();
        leaveInExecution("-1 second");
        try (Relay relay = scene.start(Map.of())) {
            scene.send("w", "pay");

            scene.until(() -> scene.row("w").equals("SCS"));
            assertThat(scene.calls("w")).containsExactly("GET", "POST");
            assertThat(relay.counters().get(Counter.WORKS_FENCED)).isZero();
        }
    }

    @Test
    void workOfAnOwnerThatMayBeAliveIsLeftAloneUntilItsClaimIsOver() throws Exception {
        scene.start(Map.of()).close();
        leaveInExecution("4 seconds");
        String until = scene.database.query("SELECT claimed_until FROM work").getFirst();
        List<String> calledAfterTheClaim = new CopyOnWriteArrayList<>();
        scene.vendor.script(attempt -> {
            calledAfterTheClaim.add(ask("SELECT clock_timestamp() >= '" + until + "'"));
            return Behaviour.APPROVE;
        });
        try (Relay relay = scene.start(Map.of())) {
            scene.send("w", "pay");

            scene.until(() -> scene.row("w").equals("SCS"));
            assertThat(calledAfterTheClaim).containsExactly("t");
            assertThat(scene.calls("w")).containsExactly("GET", "POST");
            assertThat(relay.counters().get(Counter.WORKS_FENCED)).isPositive();
            assertThat(relay.counters().get(Counter.WORKS_RETRIED))
                    .as("to wait for another owner is no attempt")
                    .isZero();
        }
    }

    @Test
    void aVendorThatCannotBeAskedIsAskedAgainLaterAndNotCalled() throws Exception {
        scene.start(Map.of()).close();
        leaveInExecution("-1 second");
        payBehindTheRelaysBack();
        try (Relay relay = scene.start(new MuteVendor(1), Map.of())) {
            scene.send("w", "pay");

            scene.until(() -> scene.row("w").startsWith("SCS"));
            assertThat(relay.counters().get(Counter.WORKS_RETRIED)).isEqualTo(1);
            assertThat(scene.vendor.paidTwice()).isEmpty();
        }
    }

    @Test
    void theFirstHoleWorkInExecutionIsCalledForAgain() throws Exception {
        scene.start(FIRST_HOLE).close();
        leaveInExecution("1 hour");
        payBehindTheRelaysBack();
        try (Relay relay = scene.start(FIRST_HOLE)) {
            scene.send("w", "pay");

            scene.until(() -> scene.row("w").equals("SCS"));
            assertThat(scene.vendor.approvals("w")).as("DOUBLE_EFFECT").isEqualTo(2);
            assertThat(relay.counters().get(Counter.WORKS_ASKED)).isZero();
        }
    }

    @Test
    void theFirstHoleAVendorThatPaysAndHangsPaysTwice() throws Exception {
        scene.vendor.script(attempt -> attempt == 1 ? Behaviour.PAY_AND_HANG : Behaviour.APPROVE);
        try (Relay relay = scene.start(FIRST_HOLE)) {
            scene.send("w", "pay");

            scene.until(() -> scene.row("w").startsWith("SCS"));
            assertThat(scene.vendor.paidTwice()).as("DOUBLE_EFFECT").containsExactly("w");
            assertThat(relay.counters().get(Counter.WORKS_RETRIED)).isEqualTo(1);
        }
    }

    @Test
    void aRelayWhoseCallIsCutOffLeavesWorkThatTheNextOneAsksAbout() throws Exception {
        scene.vendor.script(attempt -> Behaviour.PAY_AND_HANG);
        try (Relay dying = scene.start(new DyingVendor(), Map.of())) {
            scene.send("w", "pay");
            scene.until(() -> scene.vendor.approvals("w") == 1);
            scene.until(() -> dying.counters().get(Counter.LOOP_FAILURES) >= 1);
        }
        assertThat(scene.row("w")).isEqualTo("EXCN");

        scene.vendor.script(attempt -> Behaviour.APPROVE);
        try (Relay relay = scene.start(Map.of())) {
            scene.until(() -> scene.row("w").equals("SCS"));
            assertThat(scene.calls("w")).containsExactly("POST", "GET");
            assertThat(relay.counters().get(Counter.WORKS_ASKED)).isEqualTo(1);
        }
    }

    private String ask(String sql) {
        try {
            return scene.database.query(sql).getFirst();
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private void leaveInExecution(String claimLeft) throws Exception {
        scene.database.execute("INSERT INTO work (id, status, attempts, owner, generation, claimed_until)"
                + " VALUES ('w', 'EXCN', 1, 'dead', 1, now() + interval '" + claimLeft + "')");
    }

    /// What the dead owner had done before it died.
    private void payBehindTheRelaysBack() throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(scene.vendor.url() + "/payments/w"))
                    .timeout(Duration.ofSeconds(10))
                    .POST(BodyPublishers.ofString("pay"))
                    .build();
            client.send(request, BodyHandlers.ofString());
        }
    }

    /// A vendor that does not answer the first questions.
    private static final class MuteVendor extends TestRelay {
        private int mute;

        MuteVendor(int mute) {
            super(new MemoryPublisher());
            this.mute = mute;
        }

        @Override
        public Vendor vendor(VendorSettings settings) {
            HttpVendor real = new HttpVendor(settings);
            return new Vendor() {
                @Override
                public VendorAnswer approve(String id, String details) throws InterruptedException {
                    return real.approve(id, details);
                }

                @Override
                public VendorStatus status(String id) throws InterruptedException {
                    return mute-- > 0 ? new VendorStatus.Unknown("mute") : real.status(id);
                }
            };
        }
    }

    /// The process dies while the vendor is called: no mark, no commit.
    private static final class DyingVendor extends TestRelay {
        DyingVendor() {
            super(new MemoryPublisher());
        }

        @Override
        public Vendor vendor(VendorSettings settings) {
            HttpVendor real = new HttpVendor(settings);
            return new Vendor() {
                @Override
                public VendorAnswer approve(String id, String details) throws InterruptedException {
                    VendorAnswer lost = real.approve(id, details);
                    throw new AssertionError("the process dies, " + lost.getClass());
                }

                @Override
                public VendorStatus status(String id) {
                    throw new AssertionError("the process is dead");
                }
            };
        }
    }
}

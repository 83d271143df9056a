package dev.relaybench.relay.inbox;

import static dev.relaybench.relay.inbox.InboxRig.awaitPolls;
import static dev.relaybench.relay.inbox.InboxRig.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.relay.main.Relay;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.testbed.TestVendor.Behaviour;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Rows that the fast path does not get, or not to their end.
class InboxFallbackIT {
    private static final Duration OLD = Duration.ofHours(1);
    private static final Duration YOUNG = Duration.ofSeconds(1);
    private static final String BATCH_SIZE = "pg.scheduler.inbox-polling-worker.batch-size";
    private static final String FIXED_DELAY = "pg.scheduler.inbox-polling-worker.fixed-delay-ms";

    private final InboxRig rig = new InboxRig(1);
    private final CountDownLatch firstCallMayEnd = new CountDownLatch(1);

    InboxFallbackIT() throws Exception {}

    @AfterEach
    void close() {
        firstCallMayEnd.countDown();
        rig.close();
    }

    @Test
    void aRejectedRowIsTakenByTheNextPoll() throws Exception {
        holdTheFirstCall();
        Relay relay = rig.start(narrow(Map.of()));

        sendUntilRejected(relay);

        long rejected = relay.counters().get(Counter.INBOX_OFFERS_REJECTED);
        eventually(() -> relay.counters().get(Counter.INBOX_SETTLED_POLLING) == rejected);
        assertThat(rig.database.number("SELECT count(*) FROM pg_inbox WHERE due_at_once"))
                .isEqualTo(rejected);
    }

    @Test
    void literallyARejectedRowWaitsUntilItIsStale() throws Exception {
        holdTheFirstCall();
        Relay relay = rig.start(narrow(Map.of("pg.inbox.rejected-due-at-once", "false")));

        sendUntilRejected(relay);

        awaitPolls(relay, 3);
        assertThat(relay.counters().get(Counter.INBOX_SETTLED_POLLING)).isZero();
        rig.database.execute("UPDATE pg_inbox SET received_at = now() - interval '1 hour' WHERE status = 'PENDING'");
        long rejected = relay.counters().get(Counter.INBOX_OFFERS_REJECTED);
        eventually(() -> relay.counters().get(Counter.INBOX_SETTLED_POLLING) >= rejected);
    }

    @Test
    void aStaleRowIsTakenAndAFreshOneIsNot() throws Exception {
        rig.start(Map.of()).close();
        rig.leftRow("stale", "PENDING", 0, OLD);
        rig.leftRow("fresh", "PENDING", 0, YOUNG);

        Relay relay = rig.start(Map.of());

        eventually(() -> rig.results().size() == 1);
        awaitPolls(relay, 3);
        assertThat(rig.vendor.calls()).containsExactly("POST stale");
        assertThat(rig.states()).containsExactly("COMPLETED", "PENDING");
    }

    @Test
    void aZombieThatHasPaidIsSettledFromTheAnswer() throws Exception {
        rig.start(Map.of()).close();
        rig.payPast("p1");
        rig.leftRow("p1", "IN_PROGRESS", 1, OLD);

        Relay relay = rig.start(Map.of());

        eventually(() -> rig.results().size() == 1);
        assertThat(rig.results().getFirst().value()).contains("\"approved\"", "ref-p1");
        assertThat(rig.vendor.calls()).containsExactly("POST p1", "GET p1");
        assertThat(relay.counters().get(Counter.INBOX_ZOMBIES)).isEqualTo(1);
        assertThat(relay.counters().get(Counter.VENDOR_ASKED)).isEqualTo(1);
    }

    @Test
    void aZombieThatHasNotPaidIsPaidAfterTheQuestion() throws Exception {
        rig.start(Map.of()).close();
        rig.leftRow("p1", "IN_PROGRESS", 1, OLD);
        rig.leftRow("alive", "IN_PROGRESS", 1, YOUNG);

        Relay relay = rig.start(Map.of());

        eventually(() -> rig.results().size() == 1);
        awaitPolls(relay, 3);
        assertThat(rig.vendor.calls()).containsExactly("GET p1", "POST p1");
        assertThat(rig.states()).containsExactly("COMPLETED", "IN_PROGRESS");
    }

    @Test
    void literallyAZombieIsPaidTwice() throws Exception {
        rig.start(Map.of()).close();
        rig.payPast("p1");
        rig.leftRow("p1", "IN_PROGRESS", 1, OLD);

        rig.start(Map.of("pg.inbox.ask-before-paying-again", "false"));

        eventually(() -> rig.results().size() == 1);
        assertThat(rig.vendor.paidTwice()).containsExactly("p1");
    }

    @Test
    void aZombieThatNobodyCanAskAboutIsLeftForLater() throws Exception {
        rig.start(Map.of()).close();
        rig.leftRow("p1", "IN_PROGRESS", 1, OLD);
        String url = rig.vendor.url();

        Relay relay = rig.start(Map.of("vendor.url", "http://127.0.0.1:1"));
        eventually(() -> relay.counters().get(Counter.INBOX_LEFT_OPEN) == 1);
        awaitPolls(relay, 3);

        // Not asked again at each poll: the take-over has made it young.
        assertThat(relay.counters().get(Counter.VENDOR_ASKED)).isEqualTo(1);
        assertThat(relay.counters().get(Counter.VENDOR_CALLED)).isZero();
        assertThat(rig.states()).containsExactly("IN_PROGRESS");
        relay.close();
        rig.age();
        rig.start(Map.of("vendor.url", url));
        eventually(() -> rig.results().size() == 1);
        assertThat(rig.vendor.approvals("p1")).isEqualTo(1);
    }

    @Test
    void aVendorThatHangsIsAskedLater() throws Exception {
        rig.vendor.script(attempt -> Behaviour.PAY_AND_HANG);
        Relay relay = rig.start(Map.of("vendor.request-timeout-ms", "300"));
        rig.send("p1");
        eventually(() -> relay.counters().get(Counter.INBOX_LEFT_OPEN) == 1);
        assertThat(rig.states()).containsExactly("IN_PROGRESS");

        rig.age();

        eventually(() -> rig.results().size() == 1);
        assertThat(rig.vendor.calls()).containsExactly("POST p1", "GET p1");
    }

    @Test
    void aVendorThatHungAndPaidNothingIsCalledAgain() throws Exception {
        rig.vendor.script(attempt -> attempt == 1 ? Behaviour.HANG : Behaviour.APPROVE);
        Relay relay = rig.start(Map.of("vendor.request-timeout-ms", "300"));
        rig.send("p1");
        eventually(() -> relay.counters().get(Counter.INBOX_LEFT_OPEN) == 1);

        rig.age();

        eventually(() -> rig.results().size() == 1);
        assertThat(rig.vendor.calls()).containsExactly("POST p1", "GET p1", "POST p1");
        assertThat(rig.vendor.approvals("p1")).isEqualTo(1);
    }

    @Test
    void drainingTakesAllRowsInOnePollAndTheLiteralOneABatch() throws Exception {
        rig.start(Map.of()).close();
        for (int i = 0; i < 7; i++) {
            rig.leftRow("p" + i, "PENDING", 0, OLD);
        }
        Map<String, String> onePoll = Map.of(FIXED_DELAY, "3600000", BATCH_SIZE, "3");
        Map<String, String> literal = new HashMap<>(onePoll);
        literal.put("pg.scheduler.inbox-polling-worker.drain-until-empty", "false");

        Relay first = rig.start(literal);
        eventually(() -> rig.results().size() == 3);
        assertThat(first.counters().get(Counter.INBOX_POLL_CYCLES)).isEqualTo(1);
        first.close();
        assertThat(rig.states()).filteredOn("PENDING"::equals).hasSize(4);
        rig.start(onePoll);

        eventually(() -> rig.results().size() == 7);
    }

    private Map<String, String> narrow(Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "pg.inbox.channel.capacity", "1",
                "pg.inbox.channel.worker-count", "1",
                "vendor.request-timeout-ms", "10000",
                "vendor.call-timeout-ms", "10000"));
        settings.putAll(more);
        return settings;
    }

    /// One row holds the only worker, one fills the channel, the rest is rejected.
    private void sendUntilRejected(Relay relay) throws InterruptedException {
        rig.send("held");
        eventually(() -> rig.calls("POST held") == 1);
        for (int i = 0; i < 4; i++) {
            rig.send("p" + i);
        }
        eventually(() -> relay.counters().get(Counter.INBOX_RECEIVED) == 5);
        assertThat(relay.counters().get(Counter.INBOX_OFFERS_REJECTED)).isEqualTo(3);
    }

    private void holdTheFirstCall() {
        AtomicBoolean first = new AtomicBoolean(true);
        rig.vendor.script(attempt -> {
            if (first.getAndSet(false)) {
                awaitFirstCallMayEnd();
            }
            return Behaviour.APPROVE;
        });
    }

    private void awaitFirstCallMayEnd() {
        try {
            assertThat(firstCallMayEnd.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}

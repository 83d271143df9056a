package dev.relaybench.relay.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.relay.inbox.Settlement.Completed;
import dev.relaybench.relay.inbox.Settlement.Dead;
import dev.relaybench.relay.inbox.Settlement.Declined;
import dev.relaybench.relay.inbox.Settlement.LeftOpen;
import dev.relaybench.relay.inbox.Settlement.Retried;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.settings.RelaySettings;
import dev.relaybench.relay.vendor.Vendor;
import dev.relaybench.relay.vendor.VendorAnswer;
import dev.relaybench.relay.vendor.VendorStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ApprovalsTest {
    private static final boolean NEW = false;
    private static final boolean MAY_HAVE_PAID = true;

    private final List<String> calls = new ArrayList<>();
    private final RelayCounters counters = new RelayCounters();
    private VendorAnswer answer = new VendorAnswer.Approved("new");
    private VendorStatus status = new VendorStatus.NotPaid();

    @Test
    void aNewPaymentIsMadeWithoutAQuestion() throws InterruptedException {
        assertThat(approve(row(NEW, 1))).isEqualTo(new Completed("new"));
        assertThat(calls).containsExactly("pay");
    }

    @Test
    void aPaymentThatMayHaveBeenMadeIsAskedAboutFirst() throws InterruptedException {
        assertThat(approve(row(MAY_HAVE_PAID, 1))).isEqualTo(new Completed("new"));
        assertThat(calls).containsExactly("ask", "pay");
    }

    @Test
    void aPaymentThatWasMadeIsNotMadeAgain() throws InterruptedException {
        status = new VendorStatus.Paid("old");

        assertThat(approve(row(MAY_HAVE_PAID, 1))).isEqualTo(new Completed("old"));
        assertThat(calls).containsExactly("ask");
    }

    @Test
    void withoutAnAnswerToTheQuestionNothingIsPaid() throws InterruptedException {
        status = new VendorStatus.Unknown("away");

        assertThat(approve(row(MAY_HAVE_PAID, 1))).isInstanceOf(LeftOpen.class);
        assertThat(calls).containsExactly("ask");
    }

    @Test
    void theLiteralSwitchPaysWithoutAQuestion() throws InterruptedException {
        status = new VendorStatus.Paid("old");

        assertThat(approve(row(MAY_HAVE_PAID, 1), Map.of("pg.inbox.ask-before-paying-again", "false")))
                .isEqualTo(new Completed("new"));
        assertThat(calls).containsExactly("pay");
    }

    @Test
    void noAnswerLeavesThePaymentOpen() throws InterruptedException {
        answer = new VendorAnswer.NoAnswer("late");

        assertThat(approve(row(NEW, 1))).isEqualTo(new LeftOpen("late"));
        assertThat(calls).containsExactly("pay");
    }

    @Test
    void aDeclinedPaymentIsDeclined() throws InterruptedException {
        answer = new VendorAnswer.Declined("status 402");

        assertThat(approve(row(NEW, 1))).isEqualTo(new Declined("status 402"));
    }

    @Test
    void aFailureIsTriedAgainUntilTheLastAttempt() throws InterruptedException {
        answer = new VendorAnswer.Failed(503);

        assertThat(approve(row(NEW, 1))).isInstanceOf(Retried.class);
        assertThat(approve(row(NEW, 3))).isInstanceOf(Retried.class);
        assertThat(approve(row(NEW, 4))).isInstanceOf(Dead.class);
        assertThat(approve(row(NEW, 5))).isInstanceOf(Dead.class);
    }

    @Test
    void theLastFailureIsNoDeadLetterIfItPaidAllTheSame() throws InterruptedException {
        answer = new VendorAnswer.Failed(503);
        status = new VendorStatus.Paid("old");

        assertThat(approve(row(NEW, 4))).isEqualTo(new Completed("old"));
        assertThat(calls).containsExactly("pay", "ask");
    }

    @Test
    void aDeadLetterSaysIfNobodyKnowsWhetherItWasPaid() throws InterruptedException {
        answer = new VendorAnswer.Failed(503);
        status = new VendorStatus.Unknown("away");

        assertThat(((Dead) approve(row(NEW, 4))).reason()).contains("503").contains("unknown");
    }

    @Test
    void aClaimThatIsTooOldForACallPaysNothing() throws InterruptedException {
        // A minute is the threshold, five seconds the longest call.
        assertThat(approve(claimedAgo(Duration.ofSeconds(56)))).isInstanceOf(LeftOpen.class);

        assertThat(calls).isEmpty();
        assertThat(counters.get(Counter.INBOX_TOO_LATE)).isEqualTo(1);
    }

    private Settlement approve(InboxRow row) throws InterruptedException {
        return approve(row, Map.of());
    }

    private Settlement approve(InboxRow row, Map<String, String> more) throws InterruptedException {
        Map<String, String> settings = new HashMap<>(Map.of(
                "relay.jdbc.url", "jdbc:postgresql://127.0.0.1:5432/app",
                "relay.jdbc.user", "app",
                "relay.kafka.bootstrap-servers", "127.0.0.1:9092",
                "pg.inbox.topic", "pay",
                "vendor.url", "http://127.0.0.1:1"));
        settings.putAll(more);
        return new Approvals(new ScriptedVendor(), RelaySettings.of(settings), counters).approve(row);
    }

    private static InboxRow row(boolean mayHavePaid, int attempt) {
        return new InboxRow(
                UUID.randomUUID(), "t/0/0", "p1", "{}", Map.of(), attempt, 1, mayHavePaid, System.nanoTime());
    }

    private static InboxRow claimedAgo(Duration age) {
        long claimedNanos = System.nanoTime() - age.toNanos();
        return new InboxRow(UUID.randomUUID(), "t/0/0", "p1", "{}", Map.of(), 1, 1, NEW, claimedNanos);
    }

    private final class ScriptedVendor implements Vendor {
        @Override
        public VendorAnswer approve(String paymentId, String details) {
            calls.add("pay");
            return answer;
        }

        @Override
        public VendorStatus status(String paymentId) {
            calls.add("ask");
            return status;
        }
    }
}

package dev.relaybench.relay.polling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.message.PublishResult.Acked;
import dev.relaybench.relay.message.PublishResult.Refused;
import dev.relaybench.relay.message.PublishResult.Unavailable;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.polling.Bed.Switches;
import dev.relaybench.relay.testbed.MemoryPublisher;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// What every combination of table, claim strategy and order promises.
@ParameterizedClass
@MethodSource("all")
class PollingOutboxConformanceIT {
    private final Bed bed;
    private final Switches switches;
    private final RelayCounters counters = new RelayCounters();
    private final MemoryPublisher publisher = new MemoryPublisher();
    private final PollingRelayService service;

    PollingOutboxConformanceIT(Switches switches) throws SQLException {
        this.switches = switches;
        this.bed = new Bed(switches);
        this.service = bed.service(bed.claims("me"), publisher, counters);
    }

    static Stream<Switches> all() {
        return Switches.all();
    }

    @AfterEach
    void close() {
        bed.close();
    }

    @Test
    void publishesEachRowOnceAndInOrder() throws Exception {
        List<OutboxMessage> a = bed.append("a", "a", "a");
        List<OutboxMessage> b = bed.append("b", "b");

        drain(2);

        assertThat(publisher.published()).hasSize(5).containsSubsequence(ids(a)).containsSubsequence(ids(b));
        assertThat(bed.statuses()).containsOnly(RowStatus.PUBLISHED);
        assertThat(bed.column("published_at IS NOT NULL AND lease_until IS NULL AND attempts = 0"))
                .containsOnly("t");
        assertThat(counters.get(Counter.PUBLISHED_POLLING)).isEqualTo(5);
        assertThat(counters.get(Counter.MARKS_FENCED)).isZero();
        assertThat(counters.get(Counter.DUPLICATES_SUSPECTED)).isZero();
    }

    @Test
    void publishesTheWholeMessage() throws Exception {
        OutboxMessage message = bed.append("a").getFirst();

        service.relay(1);

        OutboxMessage sent = publisher.messages().getFirst();
        assertThat(sent.withHeaders(message.headers()))
                .usingRecursiveComparison()
                .ignoringFields("occurredAt")
                .isEqualTo(message);
        assertThat(sent.headers()).containsEntry("h", "x");
        assertThat(bed.column("(created_at = '%s')::text".formatted(sent.occurredAt())))
                .containsExactly("true");
    }

    @Test
    void takesNoMoreThanTheLimit() throws Exception {
        bed.append("a", "b", "c");

        assertThat(service.relay(2)).isEqualTo(new BatchOutcome(2, 2, 0, 0));
        assertThat(service.relay(2)).isEqualTo(new BatchOutcome(1, 1, 0, 0));
        assertThat(service.relay(2)).isEqualTo(BatchOutcome.NOTHING);
    }

    @Test
    void aRefusedRowIsFailedThenDeadWithAnAlertAndItsReason() throws Exception {
        UUID id = bed.append("a").getFirst().id();
        publisher.answer(message -> new Refused("too\0large"));

        assertThat(service.relay(10)).isEqualTo(new BatchOutcome(1, 0, 1, 0));
        assertThat(bed.statuses()).containsExactly(RowStatus.FAILED);
        assertThat(bed.column("attempts || last_error")).containsExactly("1too large");
        assertThat(bed.column("next_attempt_at - now() BETWEEN interval '40 s' AND interval '1 min'"))
                .containsExactly("t");
        assertThat(service.relay(10)).isEqualTo(BatchOutcome.NOTHING);

        bed.passTime();
        service.relay(10);
        assertThat(bed.column("attempts")).containsExactly("2");
        assertThat(bed.column("next_attempt_at - now() BETWEEN interval '80 s' AND interval '2 min'"))
                .containsExactly("t");
        assertThat(bed.alerts).isEmpty();

        bed.passTime();
        service.relay(10);
        assertThat(bed.statuses()).containsExactly(RowStatus.DEAD);
        assertThat(bed.column("attempts || last_error")).containsExactly("3too large");
        assertThat(bed.alerts).extracting(alert -> alert.row().id()).containsExactly(id);
        assertThat(counters.get(Counter.DEAD)).isEqualTo(1);
        assertThat(counters.get(Counter.REFUSED)).isEqualTo(3);
        assertThat(service.relay(10)).isEqualTo(BatchOutcome.NOTHING);
    }

    @Test
    void anOutageUsesUpNoAttempt() throws Exception {
        bed.append("a", "b");
        bed.database.execute(
                "UPDATE %s SET status = 'FAILED', attempts = 1 WHERE aggregate_id = 'b'".formatted(switches.name()));
        String row = "concat_ws(',', id, status, attempts, next_attempt_at, last_error, lease_until, owner)";
        List<String> before = bed.column(row);
        publisher.answer(message -> new Unavailable("broker gone"));

        for (int i = 0; i < Bed.ATTEMPTS_MAX + 1; i++) {
            assertThat(service.relay(10)).isEqualTo(new BatchOutcome(2, 0, 0, 2));
        }

        assertThat(bed.column(row)).isEqualTo(before);
        assertThat(counters.get(Counter.UNAVAILABLE)).isEqualTo(8);
        assertThat(counters.get(Counter.DUPLICATES_SUSPECTED)).isEqualTo(8);
        publisher.answer(message -> new Acked(0, 0));
        assertThat(service.relay(10)).isEqualTo(new BatchOutcome(2, 2, 0, 0));
    }

    @Test
    void poisonAtTheHeadOfABatchHoldsUpNothingButItsAggregate() throws Exception {
        List<OutboxMessage> messages = bed.append("a", "a", "b", "b");
        UUID poisoned = messages.getFirst().id();
        publisher.answer(message -> message.id().equals(poisoned) ? new Refused("no") : new Acked(0, 0));

        drain(1);

        // With an order the second row of the aggregate waits; without one it does not.
        List<OutboxMessage> flow = switches.isOrdered() ? messages.subList(2, 4) : messages.subList(1, 4);
        assertThat(publisher.published()).containsExactlyInAnyOrder(ids(flow));
        for (int refusal = 2; refusal <= Bed.ATTEMPTS_MAX; refusal++) {
            bed.passTime();
            drain(10);
        }
        // DEAD frees the rest of the aggregate.
        assertThat(publisher.published()).containsExactlyInAnyOrder(ids(messages.subList(1, 4)));
    }

    @Test
    void aRowThatCannotBeReadIsRefusedAndItsNeighboursPass() throws Exception {
        bed.append("a", "b");
        bed.database.execute("UPDATE %s SET headers = 'nonsense' WHERE aggregate_id = 'a'".formatted(switches.name()));

        assertThat(service.relay(10)).isEqualTo(new BatchOutcome(2, 1, 1, 0));

        assertThat(bed.statuses()).containsExactly(RowStatus.FAILED, RowStatus.PUBLISHED);
        assertThat(bed.column("last_error").getFirst()).contains("headers are not JSON");
    }

    @Test
    void twoRelaysNeverHoldTheSameRow() throws Exception {
        bed.append("a", "b", "c", "d");
        try (Claims.Claim first = bed.claims("one").claim(2);
                Claims.Claim second = bed.claims("two").claim(10)) {
            assertThat(first.rows()).hasSize(2);
            assertThat(second.rows()).hasSize(2).doesNotContainAnyElementsOf(first.rows());
            assertThat(Collections.disjoint(
                            first.rows().stream().map(ClaimedRow::id).toList(),
                            second.rows().stream().map(ClaimedRow::id).toList()))
                    .isTrue();
        }
        // Closed without being settled: given back.
        assertThat(bed.statuses()).containsOnly(RowStatus.PENDING);
    }

    @Test
    void aDatabaseCutDuringThePublishLosesNothing() throws Exception {
        bed.append("a", "b", "c");
        publisher.answer(message -> {
            cut();
            return new Acked(0, 0);
        });
        // The lease's marks need a new connection, and the pool may have one; the row lock is gone for certain.
        if (switches.isLease()) {
            relayOrFail();
        } else {
            assertThatThrownBy(() -> service.relay(10)).isInstanceOf(SQLException.class);
        }
        publisher.answer(message -> new Acked(0, 0));

        await().until(() -> {
            relayOrFail();
            return bed.statuses().stream().allMatch(status -> status == RowStatus.PUBLISHED);
        });

        // A lease outlives the connection, so that its marks are only late; a row lock dies with it: at least once.
        assertThat(publisher.count()).isEqualTo(switches.isLease() ? 3 : 6);
    }

    @Test
    void aPublisherThatThrowsLeavesTheRowsClaimable() throws Exception {
        bed.append("a", "b");
        publisher.answer(message -> {
            throw new IllegalStateException("broken publisher");
        });
        assertThatThrownBy(() -> service.relay(10)).hasMessage("broken publisher");

        assertThat(bed.statuses()).containsOnly(RowStatus.PENDING);
        publisher.answer(message -> new Acked(0, 0));
        assertThat(service.relay(10).acked()).isEqualTo(2);
    }

    @Test
    void aMarkChangesOnlyWhatIsStillHeld() throws Exception {
        List<OutboxMessage> messages = bed.append("a", "b", "c");
        MemoryPublisher others = new MemoryPublisher();
        PollingRelayService other = bed.service(bed.claims("other"), others, new RelayCounters());
        publisher.answer(message -> {
            if (message.aggregateId().equals("c")) {
                reapAndRelay(other);
                return new Refused("no");
            }
            return new Acked(0, 0);
        });

        service.relay(10);

        assertThat(publisher.published()).containsExactly(ids(messages.subList(0, 2)));
        if (switches.isLease()) {
            assertThat(others.published()).hasSize(3);
            assertThat(bed.column("owner || status || attempts")).containsOnly("otherPUBLISHED0");
            assertThat(counters.get(Counter.MARKS_FENCED)).isEqualTo(3);
            assertThat(counters.get(Counter.DUPLICATES_SUSPECTED)).isEqualTo(2);
        } else {
            // Nobody can take a row lock away.
            assertThat(others.published()).isEmpty();
            assertThat(bed.statuses()).containsExactly(RowStatus.PUBLISHED, RowStatus.PUBLISHED, RowStatus.FAILED);
            assertThat(counters.get(Counter.MARKS_FENCED)).isZero();
        }
    }

    private void reapAndRelay(PollingRelayService other) {
        try {
            bed.reap();
            other.relay(10);
        } catch (SQLException | InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private void drain(int limit) throws Exception {
        BatchOutcome outcome;
        do {
            outcome = service.relay(limit);
        } while (outcome.claimed() > 0);
    }

    private void relayOrFail() throws InterruptedException {
        try {
            service.relay(10);
        } catch (SQLException gone) {
            // A later call succeeds, or the test waits in vain.
        }
    }

    private void cut() {
        try {
            bed.database.cutConnections();
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static UUID[] ids(List<OutboxMessage> messages) {
        return IntStream.range(0, messages.size())
                .mapToObj(i -> messages.get(i).id())
                .toArray(UUID[]::new);
    }
}

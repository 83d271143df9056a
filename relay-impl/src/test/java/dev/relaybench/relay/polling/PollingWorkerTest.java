package dev.relaybench.relay.polling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.relay.loop.Next;
import dev.relaybench.relay.loop.Trigger;
import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.message.PublishResult.Refused;
import dev.relaybench.relay.message.PublishResult.Unavailable;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.polling.Settlement.Retry;
import dev.relaybench.relay.settings.PollingOutboxSettings.Poll;
import dev.relaybench.relay.settings.PollingOutboxSettings.PollerDataSource;
import dev.relaybench.relay.testbed.MemoryPublisher;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PollingWorkerTest {
    private final RelayCounters counters = new RelayCounters();
    private final MemoryPublisher publisher = new MemoryPublisher();
    private final Scripted claims = new Scripted();
    private OperationAlerts alerts = refusal -> {};

    @Test
    void goesOnUntilNothingIsFound() throws Exception {
        claims.next(2).next(1).next(0);
        PollingWorker worker = worker(true);

        assertThat(worker.run(Trigger.PAUSE_OVER)).isEqualTo(Next.AT_ONCE);
        assertThat(worker.run(Trigger.MORE_TO_DO)).isEqualTo(Next.AT_ONCE);
        assertThat(worker.run(Trigger.MORE_TO_DO)).isEqualTo(Next.PAUSE);
        assertThat(counters.get(Counter.POLL_CYCLES)).isEqualTo(3);
        assertThat(counters.get(Counter.POLL_CYCLES_WOKEN)).isZero();
        assertThat(counters.get(Counter.CLAIMS_WASTED_POLLING)).isEqualTo(1);
        assertThat(counters.get(Counter.PUBLISHED_POLLING)).isEqualTo(3);
    }

    @Test
    void takesOneBatchATickIfToldSo() throws Exception {
        claims.next(2);

        assertThat(worker(false).run(Trigger.WAKE)).isEqualTo(Next.PAUSE);
        assertThat(counters.get(Counter.POLL_CYCLES_WOKEN)).isEqualTo(1);
    }

    @Test
    void backsOffInAnOutage() throws Exception {
        claims.next(2);
        publisher.answer(message -> new Unavailable("gone"));

        assertThat(worker(true).run(Trigger.MORE_TO_DO)).isEqualTo(Next.BACK_OFF);
    }

    @Test
    void aRefusalIsNoOutage() throws Exception {
        claims.next(2);
        publisher.answer(message -> new Refused("no"));

        assertThat(worker(true).run(Trigger.MORE_TO_DO)).isEqualTo(Next.AT_ONCE);
    }

    @Test
    void sendsNothingThatItMayNoLongerHold() throws Exception {
        claims.next(2).holds = false;

        assertThat(worker(true).run(Trigger.MORE_TO_DO)).isEqualTo(Next.AT_ONCE);

        assertThat(publisher.published()).isEmpty();
        assertThat(claims.settled).hasSize(1);
        assertThat(claims.settled.getFirst().released()).hasSize(2);
        assertThat(counters.get(Counter.DUPLICATES_SUSPECTED)).isZero();
    }

    @Test
    void marksThatFailedAreMadeGoodBeforeTheNextClaim() throws Exception {
        claims.next(2).next(0).failures = 2;
        PollingWorker worker = worker(true);
        for (int failure = 1; failure <= 2; failure++) {
            assertThat(fails(worker)).isTrue();
            assertThat(claims.claimed).as("claims nothing while it owes marks").isEqualTo(1);
        }

        assertThat(worker.run(Trigger.PAUSE_OVER)).isEqualTo(Next.PAUSE);

        assertThat(publisher.published()).hasSize(2);
        assertThat(claims.settled).hasSize(1);
        assertThat(claims.settled.getFirst().published()).hasSize(2);
        assertThat(counters.get(Counter.PUBLISHED_POLLING)).isEqualTo(2);
    }

    @Test
    void anAlertThatFailsChangesNothing() throws Exception {
        claims.next(1);
        publisher.answer(message -> new Refused("no"));
        alerts = refusal -> {
            throw new IllegalStateException("no pager");
        };

        assertThat(worker(true).run(Trigger.PAUSE_OVER)).isEqualTo(Next.AT_ONCE);
        assertThat(counters.get(Counter.DEAD)).isEqualTo(1);
    }

    private PollingWorker worker(boolean drainUntilEmpty) {
        Backoff backoff = new Backoff(Duration.ZERO, Duration.ZERO, 0);
        PollingRelayService service = new PollingRelayService(
                claims, publisher, Duration.ofSeconds(1), new Retry(1, backoff, new Random(1)), alerts, counters);
        return new PollingWorker(
                service, new Poll(Duration.ofSeconds(1), 10, drainUntilEmpty, PollerDataSource.SHARED), counters);
    }

    private static boolean fails(PollingWorker worker) throws Exception {
        try {
            worker.run(Trigger.PAUSE_OVER);
            return false;
        } catch (SQLException expected) {
            return true;
        }
    }

    /// Claims as many rows as it is told to, and remembers what becomes of them.
    private static final class Scripted implements Claims {
        private final Queue<Integer> sizes = new ArrayDeque<>();
        private final List<Settlement> settled = new ArrayList<>();
        private boolean holds = true;
        private int failures;
        private int claimed;

        Scripted next(int rows) {
            sizes.add(rows);
            return this;
        }

        @Override
        public Claim claim(int limit) {
            claimed++;
            return new ScriptedClaim(IntStream.range(0, sizes.remove())
                    .mapToObj(i -> new ClaimedRow(
                            new OutboxMessage(UUID.randomUUID(), "a", "t", "p"), 1, 0, i, Optional.empty()))
                    .toList());
        }

        private final class ScriptedClaim implements Claim {
            private final List<ClaimedRow> rows;

            ScriptedClaim(List<ClaimedRow> rows) {
                this.rows = rows;
            }

            @Override
            public List<ClaimedRow> rows() {
                return rows;
            }

            @Override
            public boolean holdsFor(Duration time) {
                return holds;
            }

            @Override
            public Marked settle(Settlement settlement) throws SQLException {
                if (failures-- > 0) {
                    throw new SQLException("gone");
                }
                settled.add(settlement);
                return new Marked(0, 0, settlement.dead());
            }

            @Override
            public boolean outlivesItsConnection() {
                return true;
            }

            @Override
            public void close() {}
        }
    }
}

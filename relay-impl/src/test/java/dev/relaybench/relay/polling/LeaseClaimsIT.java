package dev.relaybench.relay.polling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.relaybench.relay.message.PublishResult.Acked;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.polling.Bed.Switches;
import dev.relaybench.relay.polling.Claims.Claim;
import dev.relaybench.relay.settings.EventSettings.Table;
import dev.relaybench.relay.settings.PollingOutboxSettings.ClaimStrategy;
import dev.relaybench.relay.settings.PollingOutboxSettings.Order;
import dev.relaybench.relay.testbed.MemoryPublisher;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LeaseClaimsIT {
    private final Bed bed = new Bed(new Switches(ClaimStrategy.LEASE, Order.NONE, Table.OUTBOX_EVENT));
    private final RelayCounters counters = new RelayCounters();
    private final MemoryPublisher publisher = new MemoryPublisher();

    LeaseClaimsIT() throws SQLException {}

    @AfterEach
    void close() {
        bed.close();
    }

    @Test
    void aClaimIsCommittedWithOwnerGenerationAndEnd() throws Exception {
        bed.append("a");

        Claim claim = bed.claims("me").claim(10);

        assertThat(bed.column("owner || status || generation")).containsExactly("meIN_FLIGHT1");
        assertThat(bed.column("lease_until - now() BETWEEN interval '40 s' AND interval '60 s'"))
                .containsExactly("t");
        assertThat(claim.rows()).extracting(ClaimedRow::generation).containsExactly(1L);
    }

    @Test
    void noTransactionIsOpenDuringThePublish() throws Exception {
        bed.append("a", "b");
        publisher.answer(message -> {
            assertThat(openTransactions()).isZero();
            return new Acked(0, 0);
        });

        assertThat(bed.service(bed.claims("me"), publisher, counters).relay(10).acked())
                .isEqualTo(2);
    }

    @Test
    void aRelayThatStoodStillAfterItsClaimSendsNothing() throws Exception {
        bed.append("a", "b");
        // No lease covers a whole publish: as if the process had been frozen for most of it.
        Claims frozen = bed.claims(bed.pool, "frozen", Bed.PUBLISH_TIME_MAX);

        assertThat(bed.service(frozen, publisher, counters).relay(10)).isEqualTo(new BatchOutcome(2, 0, 0, 0));

        assertThat(publisher.published()).isEmpty();
        assertThat(bed.statuses()).containsOnly(RowStatus.PENDING);
        assertThat(counters.get(Counter.DUPLICATES_SUSPECTED)).isZero();
    }

    @Test
    void aLeaseIsCountedFromBeforeTheClaim() throws Exception {
        bed.append("a");
        Claim claim = bed.claims(bed.pool, "me", Duration.ofMinutes(1)).claim(1);

        assertThat(claim.holdsFor(Duration.ofSeconds(1))).isTrue();
        assertThat(claim.holdsFor(Duration.ofMinutes(1))).isFalse();
    }

    @Test
    void theSameOwnerIsFencedByItsGeneration() throws Exception {
        bed.append("a");
        Claims claims = bed.claims("me");
        Claim early = claims.claim(1);
        bed.reap();
        Claim late = claims.claim(1);

        Marked marked = early.settle(published(early));

        assertThat(marked.fencedPublished()).isEqualTo(1);
        assertThat(bed.statuses()).containsExactly(RowStatus.IN_FLIGHT);
        assertThat(late.settle(published(late)).fencedPublished()).isZero();
        assertThat(bed.column("status || generation")).containsExactly("PUBLISHED2");
    }

    @Test
    void anotherOwnerIsFencedWhateverTheGenerationIs() throws Exception {
        bed.append("a");
        Claim claim = bed.claims("me").claim(1);
        bed.database.execute("UPDATE outbox_event SET owner = 'other'");

        assertThat(claim.settle(published(claim)).fencedPublished()).isEqualTo(1);
        assertThat(bed.statuses()).containsExactly(RowStatus.IN_FLIGHT);
    }

    @Test
    void anExpiredLeaseThatNobodyHasTakenIsStillGoodForMarks() throws Exception {
        bed.append("a");
        Claim claim = bed.claims("me").claim(1);
        bed.database.execute("UPDATE outbox_event SET lease_until = now() - interval '1 h'");

        assertThat(claim.settle(published(claim)).fencedPublished()).isZero();
        assertThat(bed.statuses()).containsExactly(RowStatus.PUBLISHED);
    }

    @Test
    void settlingAFinishedRowAgainChangesNothing() throws Exception {
        bed.append("a");
        Claim claim = bed.claims("me").claim(1);
        claim.settle(published(claim));
        List<String> before = bed.column("(outbox_event)::text");

        assertThat(claim.settle(Settlement.release(claim.rows())).fencedOther()).isEqualTo(1);

        assertThat(bed.column("(outbox_event)::text")).isEqualTo(before);
    }

    @Test
    void rowsOfAClaimWhoseAnswerWasLostAreGivenBackByTheNextOne() throws Exception {
        bed.append("a", "b");
        AtomicInteger answersToLose = new AtomicInteger(1);
        Claims claims = bed.claims(losing(answersToLose), "me", Duration.ofMinutes(1));
        assertThatThrownBy(() -> claims.claim(10)).isInstanceOf(SQLException.class);
        assertThat(bed.statuses()).containsOnly(RowStatus.IN_FLIGHT);

        try (Claim claim = claims.claim(10)) {
            assertThat(claim.rows()).hasSize(2);
        }
    }

    /// A database that works, and whose first answers get lost on the way.
    private DataSource losing(AtomicInteger answers) {
        return proxy(
                DataSource.class,
                bed.pool,
                (source, result) -> proxy(Connection.class, result, (name, more) -> {
                    if (!name.equals("prepareStatement")) {
                        return more;
                    }
                    return proxy(PreparedStatement.class, more, (call, rows) -> {
                        if (call.equals("executeQuery") && answers.getAndDecrement() > 0) {
                            throw new SQLException("the answer was lost", "08006");
                        }
                        return rows;
                    });
                }));
    }

    @FunctionalInterface
    private interface Change {
        Object of(String call, Object result) throws SQLException;
    }

    private static <T> T proxy(Class<T> type, Object target, Change change) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, args) -> {
            try {
                Object result = method.invoke(target, args);
                return result == null ? null : change.of(method.getName(), result);
            } catch (InvocationTargetException failure) {
                throw failure.getCause() == null ? failure : failure.getCause();
            }
        }));
    }

    private static Settlement published(Claim claim) {
        return new Settlement(claim.rows(), List.of(), List.of(), List.of());
    }

    private long openTransactions() {
        try {
            return bed.database.number("SELECT count(*) FROM pg_stat_activity WHERE xact_start IS NOT NULL"
                    + " AND application_name = 'relaybench-relay'");
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }
}

package dev.relaybench.relay.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.message.PublishResult.Acked;
import dev.relaybench.relay.message.PublishResult.Refused;
import dev.relaybench.relay.message.PublishResult.Unavailable;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.outbox.PgOutboxRelayService.RefusedBackoff;
import dev.relaybench.relay.testbed.MemoryPublisher;
import dev.relaybench.relay.testbed.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PgOutboxRelayServiceIT {
    private static final String PENDING = "SELECT count(*) FROM pg_outbox WHERE processed_at IS NULL";

    private final TestDatabase database = TestDatabase.create();
    private final HikariDataSource pool = database.openPool();
    private final RelayCounters counters = new RelayCounters();
    private final MemoryPublisher publisher = new MemoryPublisher();
    private final OutboxClaims claims = new OutboxClaims();
    private final PgOutboxRelayService service = new PgOutboxRelayService(
            pool,
            publisher,
            new OutboxMarks(),
            new RefusedBackoff(Duration.ofSeconds(2), Duration.ofMinutes(1)),
            counters);

    PgOutboxRelayServiceIT() throws SQLException {}

    @AfterEach
    void close() {
        pool.close();
    }

    @Test
    void publishesAndMarksDueRowsOldestFirst() throws Exception {
        List<OutboxMessage> messages = append(3);

        assertThat(poll(2)).isEqualTo(new RelayOutcome(2, 2, 0, 0));
        assertThat(poll(2)).isEqualTo(new RelayOutcome(1, 1, 0, 0));
        assertThat(poll(2)).isEqualTo(RelayOutcome.NOTHING);

        assertThat(publisher.published())
                .containsExactlyElementsOf(
                        messages.stream().map(OutboxMessage::id).toList());
        assertThat(database.number(PENDING)).isZero();
    }

    @Test
    void marksNothingBeforeTheAcknowledgement() throws Exception {
        append(1);
        List<Long> pendingWhilePublishing = new ArrayList<>();
        publisher.answer(message -> {
            pendingWhilePublishing.add(pending());
            return new Acked(0, 0);
        });

        poll(10);

        assertThat(pendingWhilePublishing).containsExactly(1L);
        assertThat(pending()).isZero();
    }

    @Test
    void leavesRowsAsTheyAreInAnOutage() throws Exception {
        append(3);
        String state = "SELECT string_agg(o::text, ';' ORDER BY id) FROM pg_outbox o";
        List<String> before = database.query(state);
        publisher.answer(message -> new Unavailable("broker gone"));

        assertThat(poll(10)).isEqualTo(new RelayOutcome(3, 0, 0, 3));

        assertThat(database.query(state)).isEqualTo(before);
    }

    @Test
    void putsARefusedRowOffAndLetsItsNeighboursPass() throws Exception {
        UUID poisoned = append(3).getFirst().id();
        publisher.answer(message -> message.id().equals(poisoned) ? new Refused("too large") : new Acked(0, 0));

        assertThat(poll(1)).isEqualTo(new RelayOutcome(1, 0, 1, 0));
        assertThat(poll(10)).isEqualTo(new RelayOutcome(2, 2, 0, 0));
        assertThat(poll(10)).isEqualTo(RelayOutcome.NOTHING);

        assertThat(database.query("SELECT available_at > now() FROM pg_outbox WHERE processed_at IS NULL"))
                .containsExactly("t");
    }

    @Test
    void thePauseOfARefusedRowGrowsWithItsAgeUpToTheLimit() throws Exception {
        append(1);
        publisher.answer(message -> new Refused("too large"));
        String pause = "SELECT round(extract(epoch FROM available_at - now())) FROM pg_outbox";

        poll(1);
        assertThat(database.number(pause)).isBetween(1L, 2L);
        database.execute("UPDATE pg_outbox SET available_at = now(), created_at = now() - interval '10 s'");
        poll(1);
        assertThat(database.number(pause)).isBetween(9L, 11L);
        database.execute("UPDATE pg_outbox SET available_at = now(), created_at = now() - interval '1 day'");
        poll(1);
        assertThat(database.number(pause)).isBetween(59L, 60L);
    }

    @Test
    void skipsRowsThatAnotherRelayHolds() throws Exception {
        List<OutboxMessage> messages = append(2);
        try (Connection other = database.connect()) {
            other.setAutoCommit(false);
            assertThat(claims.claimDue(other, 1))
                    .extracting(OutboxMessage::id)
                    .containsExactly(messages.get(0).id());

            assertThat(relay(messages).acked()).isEqualTo(1);
            assertThat(publisher.published()).containsExactly(messages.get(1).id());
        }
        // The other relay is gone without a mark: its row is free as soon as the server has noticed.
        await().until(() -> poll(10).acked() == 1);
    }

    @Test
    void aJobWhoseRowIsDoneOrNotYetDueOrNeverCommittedIsNotPublished() throws Exception {
        List<OutboxMessage> messages = append(2);
        database.execute("UPDATE pg_outbox SET processed_at = now() WHERE id = '%s'"
                .formatted(messages.get(0).id()));
        database.execute("UPDATE pg_outbox SET available_at = now() + interval '1 h' WHERE id = '%s'"
                .formatted(messages.get(1).id()));

        assertThat(relay(messages)).isEqualTo(RelayOutcome.NOTHING);
        assertThat(relay(List.of(message()))).isEqualTo(RelayOutcome.NOTHING);
        assertThat(publisher.published()).isEmpty();
    }

    @Test
    void aConnectionThatDiesDuringThePublishLeavesTheRowToTheNextPoll() throws Exception {
        append(1);
        publisher.answer(message -> {
            cutConnections();
            return new Acked(0, 0);
        });
        assertThatThrownBy(() -> poll(10)).isInstanceOf(SQLException.class);
        publisher.answer(message -> new Acked(0, 0));

        // The pool hands out a connection that was used in the last half second without a look at it, and all were cut.
        await().ignoreExceptionsMatching(SQLException.class::isInstance).until(() -> poll(10).acked() == 1);

        // At least once: the first copy had been taken by the broker.
        assertThat(publisher.published()).hasSize(2);
    }

    @Test
    void countsPublishedRowsThatWereNotThereToBeMarked() throws Exception {
        service.relay(RelayPath.IMMEDIATE, connection -> List.of(message()));

        assertThat(counters.get(Counter.MARKS_LOST)).isEqualTo(1);
    }

    private RelayOutcome poll(int limit) throws Exception {
        return service.relay(RelayPath.POLLING, connection -> claims.claimDue(connection, limit));
    }

    private RelayOutcome relay(List<OutboxMessage> messages) throws Exception {
        List<OutboxJob> jobs = messages.stream().map(OutboxJob::new).toList();
        return service.relay(RelayPath.IMMEDIATE, connection -> claims.claim(connection, jobs));
    }

    private List<OutboxMessage> append(int count) throws SQLException {
        List<OutboxMessage> messages = new ArrayList<>();
        try (Connection connection = database.connect()) {
            for (int i = 0; i < count; i++) {
                messages.add(message());
                new OutboxAppender().append(connection, messages.getLast());
            }
        }
        return messages;
    }

    private static OutboxMessage message() {
        return new OutboxMessage(UUID.randomUUID(), "k", "t", "p");
    }

    private long pending() {
        try {
            return database.number(PENDING);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void cutConnections() {
        try {
            database.cutConnections();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}

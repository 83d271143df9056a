package dev.relaybench.relay.cancellation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import dev.relaybench.relay.cancellation.CancellationOutcome.AlreadyCompleted;
import dev.relaybench.relay.cancellation.CancellationOutcome.Completed;
import dev.relaybench.relay.cancellation.CancellationOutcome.NotDone;
import dev.relaybench.relay.cancellation.CancellationOutcome.Rejected;
import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.message.PayloadPolicy;
import dev.relaybench.relay.message.PublishResult.Unavailable;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.mode.InlinePublish;
import dev.relaybench.relay.polling.PollingOutbox;
import dev.relaybench.relay.settings.EventSettings.Table;
import dev.relaybench.relay.settings.PollingOutboxSettings.Order;
import dev.relaybench.relay.testbed.MemoryPublisher;
import dev.relaybench.relay.testbed.TestDatabase;
import dev.relaybench.relay.transaction.CommitOutcome.FastPath;
import dev.relaybench.relay.transaction.CommitOutcome.RolledBack;
import dev.relaybench.relay.transaction.PublishMode;
import dev.relaybench.relay.transaction.TransactionalOutbox;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class CancellationIT {
    private static final String UNTOUCHED = "APPROVED REQUESTED PAID,PAID";
    private static final String CANCELLED = "CANCELLED COMPLETED CANCELLED,CANCELLED";

    private final TestDatabase database = TestDatabase.create();
    private final HikariDataSource pool = database.openPool();
    /// What a look from outside saw in the outbox at the time of each wake.
    private final List<Long> rowsSeenByWakes = new CopyOnWriteArrayList<>();

    private final Cancellation cancellation =
            cancellation(new PollingOutbox(Table.CANCEL_EVENT_OUTBOX, Order.NONE, messages -> {
                rowsSeenByWakes.add(events());
                return FastPath.ACCEPTED;
            }));
    private final UUID payment = UUID.randomUUID();

    CancellationIT() throws SQLException {}

    @AfterEach
    void close() {
        pool.close();
    }

    @Test
    void paymentItemsRequestAndEventChangeTogether() throws SQLException {
        UUID request = request(payment(PaymentStatus.APPROVED));

        CancellationOutcome outcome = cancellation.complete(request);

        assertThat(state(request)).isEqualTo(CANCELLED);
        UUID event = Cancellation.eventId(request);
        assertThat(outcome).isEqualTo(new Completed(event));
        assertThat(database.query("SELECT concat_ws('|', id, aggregate_type, aggregate_id, event_type, topic, status)"
                        + " FROM cancel_event_outbox"))
                .containsExactly(event + "|payment|" + payment + "|cancellation-completed|cancellations|PENDING");
        assertThat(database.query("SELECT (payload::jsonb - 'items')::text FROM cancel_event_outbox")
                        .getFirst())
                .contains("\"paymentId\": \"" + payment + "\"", "\"cancelRequestId\": \"" + request + "\"")
                .contains("\"amount\": 300", "\"orderId\": \"o1\"", "\"reason\": \"no \\\"longer\\\" needed\"");
        assertThat(database.query("SELECT i ->> 'amount' FROM cancel_event_outbox,"
                        + " jsonb_array_elements(payload::jsonb -> 'items') i"))
                .containsExactlyInAnyOrder("100", "200");
    }

    @Test
    void theWakeComesAfterTheCommit() throws SQLException {
        cancellation.complete(request(payment(PaymentStatus.APPROVED)));

        assertThat(rowsSeenByWakes).containsExactly(1L);
    }

    @Test
    void refusesARequestThatNobodyKnows() throws SQLException {
        payment(PaymentStatus.APPROVED);

        assertThat(cancellation.complete(UUID.randomUUID())).isEqualTo(new Rejected("there is no such request"));

        assertThat(database.query("SELECT status FROM payment")).containsExactly("APPROVED");
        assertThatNothingWasSaid();
    }

    @Test
    void askedAgainItIsDoneAlreadyAndAppendsNoSecondEvent() throws SQLException {
        UUID request = request(payment(PaymentStatus.APPROVED));
        cancellation.complete(request);
        String completedAt =
                database.query("SELECT completed_at FROM cancel_request").getFirst();

        assertThat(cancellation.complete(request)).isEqualTo(new AlreadyCompleted());

        assertThat(state(request)).isEqualTo(CANCELLED);
        assertThat(database.query("SELECT completed_at FROM cancel_request")).containsExactly(completedAt);
        assertThat(events()).isEqualTo(1);
        assertThat(rowsSeenByWakes).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "APPROVED")
    void refusesAPaymentThatCannotBeCancelled(PaymentStatus status) throws SQLException {
        UUID request = request(payment(status));

        assertThat(cancellation.complete(request))
                .isEqualTo(new Rejected("the payment is " + status + ": only one that is APPROVED can be cancelled"));

        assertThat(state(request)).isEqualTo(status + " REQUESTED PAID,PAID");
        assertThatNothingWasSaid();
    }

    @Test
    void ofManyRequestsForOnePaymentOneSucceeds() throws Exception {
        payment(PaymentStatus.APPROVED);
        List<UUID> requests = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            requests.add(request(payment));
        }

        List<CancellationOutcome> outcomes = completeAtOnce(requests);

        assertThat(outcomes).filteredOn(Completed.class::isInstance).hasSize(1);
        assertThat(outcomes).filteredOn(Rejected.class::isInstance).hasSize(7);
        assertThat(database.number("SELECT count(*) FROM cancel_request WHERE status = 'COMPLETED'"))
                .isEqualTo(1);
        assertThat(events()).isEqualTo(1);
        assertThat(rowsSeenByWakes).hasSize(1);
    }

    @Test
    void ofManyCallsWithOneRequestOneSucceedsAndTheOthersFindItDone() throws Exception {
        UUID request = request(payment(PaymentStatus.APPROVED));

        List<CancellationOutcome> outcomes = completeAtOnce(List.of(request, request, request, request, request));

        assertThat(outcomes).filteredOn(Completed.class::isInstance).hasSize(1);
        assertThat(outcomes).filteredOn(AlreadyCompleted.class::isInstance).hasSize(4);
        assertThat(events()).isEqualTo(1);
    }

    @Test
    void whoComesSecondWaitsForTheFirst() throws Exception {
        UUID request = request(payment(PaymentStatus.APPROVED));
        UUID other = request(payment);
        try (Connection first = database.connect();
                ExecutorService second = Executors.newVirtualThreadPerTaskExecutor()) {
            first.setAutoCommit(false);
            CancellationTables tables = new CancellationTables(first);
            tables.lock(other);
            Future<CancellationOutcome> waiting = second.submit(() -> cancellation.complete(request));
            await().until(() -> database.number("SELECT count(*) FROM pg_locks WHERE NOT granted") > 0);

            tables.cancel(payment);
            tables.complete(other);
            first.commit();

            assertThat(waiting.get(20, TimeUnit.SECONDS)).isInstanceOf(Rejected.class);
        }
        assertThat(state(request)).isEqualTo("CANCELLED REQUESTED CANCELLED,CANCELLED");
    }

    @Test
    void withoutItsEventNothingIsCancelled() throws SQLException {
        UUID request = request(payment(PaymentStatus.APPROVED));
        database.execute("ALTER TABLE cancel_event_outbox ADD CHECK (topic <> 'cancellations')");

        assertThat(cancellation.complete(request)).isInstanceOf(NotDone.class);

        assertThat(state(request)).isEqualTo(UNTOUCHED);
        assertThatNothingWasSaid();
    }

    @Test
    void afterALostConnectionTheSameRequestCanBeMadeAgain() throws SQLException {
        UUID request = request(payment(PaymentStatus.APPROVED));
        Cancellation cut = cancellation(new PublishMode() {
            @Override
            public void append(Connection connection, OutboxMessage message) throws SQLException {
                database.cutConnections();
            }

            @Override
            public FastPath afterCommit(List<OutboxMessage> messages) {
                throw new AssertionError("it cannot have committed");
            }
        });

        assertThat(cut.complete(request)).isInstanceOf(NotDone.class);
        assertThat(state(request)).isEqualTo(UNTOUCHED);

        // The pool may hold more connections that were cut.
        await().until(() -> cancellation.complete(request) instanceof Completed);
        assertThat(state(request)).isEqualTo(CANCELLED);
    }

    @Test
    void publishedInlineItIsUndoneWhenTheBrokerIsAway() throws SQLException {
        UUID request = request(payment(PaymentStatus.APPROVED));
        MemoryPublisher publisher = new MemoryPublisher();
        publisher.answer(message -> new Unavailable("gone"));
        Cancellation inline = cancellation(new InlinePublish(publisher, new RelayCounters()));

        assertThat(inline.complete(request))
                .isInstanceOfSatisfying(
                        NotDone.class,
                        notDone -> assertThat(notDone.outcome()).isEqualTo(new RolledBack("the broker is away: gone")));

        assertThat(state(request)).isEqualTo(UNTOUCHED);
    }

    private Cancellation cancellation(PublishMode mode) {
        return new Cancellation(
                new TransactionalOutbox(pool, mode, PayloadPolicy.bytesAtMost(100_000)), "cancellations");
    }

    private List<CancellationOutcome> completeAtOnce(List<UUID> requests) throws Exception {
        List<CancellationOutcome> outcomes = new ArrayList<>();
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<CancellationOutcome>> calls = requests.stream()
                    .map(request -> callers.submit(() -> cancellation.complete(request)))
                    .toList();
            for (Future<CancellationOutcome> call : calls) {
                outcomes.add(call.get(20, TimeUnit.SECONDS));
            }
        }
        return outcomes;
    }

    private UUID payment(PaymentStatus status) throws SQLException {
        database.execute("INSERT INTO payment VALUES ('%s', 'o1', 300, '%s', now(), %s)"
                .formatted(payment, status, status == PaymentStatus.CANCELLED ? "now()" : "NULL"));
        database.execute("""
                INSERT INTO payment_item SELECT gen_random_uuid(), '%s', 'item ' || n, n * 100, 'PAID'
                FROM generate_series(1, 2) n""".formatted(payment));
        return payment;
    }

    private UUID request(UUID ofPayment) throws SQLException {
        UUID request = UUID.randomUUID();
        database.execute(
                "INSERT INTO cancel_request (id, payment_id, reason) VALUES ('%s', '%s', 'no \"longer\" needed')"
                        .formatted(request, ofPayment));
        return request;
    }

    private String state(UUID request) throws SQLException {
        return database.query("""
                SELECT concat_ws(' ', p.status, r.status,
                    (SELECT string_agg(i.status, ',' ORDER BY i.id) FROM payment_item i WHERE i.payment_id = p.id))
                FROM payment p JOIN cancel_request r ON r.payment_id = p.id WHERE r.id = '%s'
                """.formatted(request)).getFirst();
    }

    private void assertThatNothingWasSaid() {
        assertThat(events()).isZero();
        assertThat(rowsSeenByWakes).isEmpty();
    }

    private long events() {
        try {
            return database.number("SELECT count(*) FROM cancel_event_outbox");
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }
}

package dev.relaybench.relay.polling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.settings.EventSettings.Table;
import dev.relaybench.relay.settings.PollingOutboxSettings.Order;
import dev.relaybench.relay.testbed.TestDatabase;
import dev.relaybench.relay.trace.TraceScope;
import dev.relaybench.relay.transaction.CommitOutcome.FastPath;
import io.opentelemetry.api.trace.SpanKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PollingOutboxIT {
    private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    private static final String WAITING = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";

    private final TestDatabase database = TestDatabase.create();

    PollingOutboxIT() throws SQLException {
        database.openPool().close();
    }

    @Test
    void writesTheWholeRow() throws SQLException {
        OutboxMessage message = message("order", "o1").withHeaders(Map.of("h", "x"));
        try (Connection connection = database.connect();
                TraceScope scope = TraceScope.open("test", SpanKind.SERVER, Map.of(TraceScope.TRACE_PARENT, TRACE))) {
            assertThat(scope).isNotNull();
            outbox(Order.NONE).append(connection, message);
        }

        assertThat(database.query("SELECT concat_ws('|', id, aggregate_type, aggregate_id, event_type, topic, payload,"
                        + " status, attempts, generation) FROM outbox_event"))
                .containsExactly(message.id() + "|order|o1|placed|t|p|PENDING|0|0");
        assertThat(database.query("SELECT headers FROM outbox_event").getFirst())
                .contains("\"h\":\"x\"")
                .contains("\"traceparent\":\"00-0af7651916cd43dd8448eb211c80319c-");
    }

    @Test
    void whatTheMessageSaysItselfStands() throws SQLException {
        try (Connection connection = database.connect();
                TraceScope scope = TraceScope.open("test", SpanKind.SERVER, Map.of(TraceScope.TRACE_PARENT, TRACE))) {
            assertThat(scope).isNotNull();
            outbox(Order.NONE)
                    .append(connection, message("order", "o1").withHeaders(Map.of(TraceScope.TRACE_PARENT, "mine")));
        }

        assertThat(database.query("SELECT headers FROM outbox_event")).containsExactly("{\"traceparent\":\"mine\"}");
    }

    @Test
    void withAnOrderTheTransactionsOfAnAggregateFollowEachOther() throws Exception {
        PollingOutbox outbox = outbox(Order.AGGREGATE);
        OutboxMessage head = message("order", "o1");
        OutboxMessage tail = message("order", "o1");
        try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor();
                Connection first = database.connect()) {
            first.setAutoCommit(false);
            outbox.append(first, head);
            Future<Boolean> second = writers.submit(() -> append(outbox, tail));
            await().until(() -> database.number(WAITING) == 1);

            assertThat(database.query("SELECT id FROM outbox_event")).isEmpty();
            first.commit();
            assertThat(second.get(20, TimeUnit.SECONDS)).isTrue();
        }

        assertThat(database.query("SELECT id FROM outbox_event ORDER BY position"))
                .containsExactly(head.id().toString(), tail.id().toString());
    }

    @Test
    void otherAggregatesDoNotWait() throws Exception {
        PollingOutbox outbox = outbox(Order.AGGREGATE);
        try (Connection first = database.connect()) {
            first.setAutoCommit(false);
            outbox.append(first, message("ab", "c"));

            // The same text when joined, and the other way round.
            append(outbox, message("a", "bc"));
            append(outbox, message("c", "ab"));
            append(outbox(Order.NONE), message("ab", "c"));
        }
        assertThat(database.number("SELECT count(*) FROM outbox_event")).isEqualTo(3);
    }

    @Test
    void tellsWhoeverWantsToKnowAfterTheCommit() {
        List<OutboxMessage> told = new ArrayList<>();
        PollingOutbox outbox = new PollingOutbox(Table.OUTBOX_EVENT, Order.NONE, messages -> {
            told.addAll(messages);
            return FastPath.ACCEPTED;
        });
        OutboxMessage message = message("order", "o1");

        assertThat(outbox.afterCommit(List.of(message))).isEqualTo(FastPath.ACCEPTED);
        assertThat(outbox.afterCommit(List.of())).isEqualTo(FastPath.NONE);
        assertThat(told).containsExactly(message);
        assertThat(outbox(Order.NONE).afterCommit(List.of(message))).isEqualTo(FastPath.NONE);
    }

    @Test
    void aHintThatFailsIsNoFailureOfTheTransaction() {
        PollingOutbox outbox = new PollingOutbox(Table.OUTBOX_EVENT, Order.NONE, messages -> {
            throw new IllegalStateException("no transport");
        });

        assertThat(outbox.afterCommit(List.of(message("order", "o1")))).isEqualTo(FastPath.REJECTED);
    }

    private static PollingOutbox outbox(Order order) {
        return new PollingOutbox(Table.OUTBOX_EVENT, order);
    }

    private boolean append(PollingOutbox outbox, OutboxMessage message) throws SQLException {
        try (Connection connection = database.connect()) {
            connection.createStatement().execute("SET lock_timeout = '15 s'");
            connection.setAutoCommit(false);
            outbox.append(connection, message);
            connection.commit();
            return true;
        }
    }

    private static OutboxMessage message(String type, String id) {
        return new OutboxMessage(UUID.randomUUID(), type, id, "placed", "t", "p", Map.of(), Instant.now());
    }
}

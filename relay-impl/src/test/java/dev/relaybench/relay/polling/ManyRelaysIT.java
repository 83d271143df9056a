package dev.relaybench.relay.polling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.relaybench.relay.main.Relay;
import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.settings.EventSettings.Table;
import dev.relaybench.relay.settings.PollingOutboxSettings.Order;
import dev.relaybench.relay.testbed.MemoryPublisher;
import dev.relaybench.relay.testbed.TestDatabase;
import dev.relaybench.relay.testbed.TestRelay;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Several relays on one table, while writers go on: nothing is lost, nothing is sent twice, and with an order nothing
/// overtakes.
class ManyRelaysIT {
    private static final int ROWS = Integer.getInteger("relaybench.rows", 4_000);
    private static final int AGGREGATES = 1_000;
    private static final int WRITERS = 3;
    /// Any pace at all; a loaded machine still makes some hundred rows a second.
    private static final Duration DEADLINE = Duration.ofSeconds(60 + ROWS / 300);

    private final TestDatabase database = TestDatabase.create();
    private final MemoryPublisher publisher = new MemoryPublisher();

    ManyRelaysIT() throws SQLException {
        database.openPool().close();
    }

    @ParameterizedTest
    @CsvSource({
        "lease, none, 2, outbox_event",
        "lease, none, 8, outbox_event_rotated",
        "lease, aggregate, 2, outbox_event_rotated",
        "lease, aggregate, 8, outbox_event",
        "row-lock, none, 2, cancel_event_outbox",
        "row-lock, none, 8, outbox_event",
        "row-lock, aggregate, 3, outbox_event",
        "row-lock, aggregate, 8, outbox_event_rotated"
    })
    void nothingIsLostOrDoubledAndWithAnOrderNothingOvertakes(String claim, String order, int relays, String table)
            throws Exception {
        backlog(table, ROWS * 9 / 10);
        List<Relay> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < relays; i++) {
                running.add(new TestRelay(publisher)
                        .start(
                                database,
                                Map.of(
                                        "relay.outbox.table", table,
                                        "outbox.claim", claim,
                                        "outbox.order", order,
                                        "outbox.poll.fixed-delay-ms", "50")));
            }
            List<Future<Void>> writers = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                long seed = i;
                writers.add(threads.submit((Callable<Void>) () -> write(table, order, new Random(seed))));
            }
            for (Future<Void> writer : writers) {
                writer.get();
            }
            await().atMost(DEADLINE)
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> database.number("SELECT count(*) FROM %s WHERE %s"
                                    .formatted(table, RowStatus.in(RowStatus.UNFINISHED)))
                            == 0);
        } finally {
            running.forEach(Relay::close);
        }

        List<String> appended = database.query("SELECT id FROM %s ORDER BY position".formatted(table));
        assertThat(publisher.published().stream().map(UUID::toString).toList())
                .hasSameSizeAs(appended)
                .containsExactlyInAnyOrderElementsOf(appended);
        for (Counter quiet : List.of(Counter.MARKS_FENCED, Counter.DUPLICATES_SUSPECTED, Counter.LOOP_FAILURES)) {
            assertThat(running).allMatch(relay -> relay.counters().get(quiet) == 0, quiet.label());
        }
        if (order.equals("aggregate")) {
            assertThat(byAggregate(publisher.messages())).isEqualTo(positions(table));
        }
    }

    private void backlog(String table, int rows) throws SQLException {
        database.execute("""
                INSERT INTO %s (id, aggregate_type, aggregate_id, event_type, topic, payload)
                SELECT gen_random_uuid(), 'order', 'order-' || (g %% %d), 'placed', 't', 'p'
                FROM generate_series(1, %d) g""".formatted(table, AGGREGATES, rows));
    }

    private Void write(String table, String order, Random random) throws SQLException {
        PollingOutbox outbox = new PollingOutbox(
                Table.valueOf(table.toUpperCase(Locale.ROOT)),
                order.equals("aggregate") ? Order.AGGREGATE : Order.NONE);
        try (Connection connection = database.connect()) {
            connection.setAutoCommit(false);
            for (int i = 0; i < ROWS / 10 / WRITERS; i++) {
                // Few of them, so that the writers meet.
                String aggregate = "order-" + random.nextInt(10);
                outbox.append(
                        connection,
                        new OutboxMessage(
                                UUID.randomUUID(), "order", aggregate, "placed", "t", "p", Map.of(), Instant.now()));
                connection.commit();
            }
        }
        return null;
    }

    private static Map<String, List<String>> byAggregate(List<OutboxMessage> messages) {
        Map<String, List<String>> ids = new HashMap<>();
        messages.forEach(message -> ids.computeIfAbsent(message.aggregateId(), id -> new ArrayList<>())
                .add(message.id().toString()));
        return ids;
    }

    private Map<String, List<String>> positions(String table) throws SQLException {
        Map<String, List<String>> ids = new HashMap<>();
        for (String row :
                database.query("SELECT aggregate_id || ' ' || id FROM %s ORDER BY position".formatted(table))) {
            int space = row.indexOf(' ');
            ids.computeIfAbsent(row.substring(0, space), id -> new ArrayList<>())
                    .add(row.substring(space + 1));
        }
        return ids;
    }
}

package dev.relaybench.relay.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.relaybench.relay.message.PublishResult.Unavailable;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.testbed.MemoryPublisher;
import dev.relaybench.relay.testbed.RelayClient;
import dev.relaybench.relay.testbed.TestBroker;
import dev.relaybench.relay.testbed.TestDatabase;
import dev.relaybench.relay.testbed.TestRelay;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What a relay costs that has nothing to do, or cannot do it.
class IdleCostIT {
    private static final Duration PERIOD = Duration.ofMillis(200);
    private static final Duration WATCHED = Duration.ofSeconds(4);
    private static final String TRANSACTIONS =
            "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = current_database()";

    private final TestDatabase database = TestDatabase.createAlone();
    private final MemoryPublisher publisher = new MemoryPublisher();

    IdleCostIT() throws SQLException {}

    static Stream<Arguments> arrangements() {
        String period = Long.toString(PERIOD.toMillis());
        Map<String, String> polling = Map.of(
                "outbox.poll.fixed-delay-ms",
                period,
                "outbox.reaper.fixed-delay-ms",
                period,
                "outbox.leader.fixed-delay-ms",
                period);
        return Stream.of(
                Arguments.of("channel", Map.of("pg.scheduler.polling-worker.fixed-delay-ms", period), 1),
                Arguments.of("row lock", with(polling, "cancel_event_outbox", "row-lock", Map.of()), 1),
                Arguments.of(
                        "lease, in order",
                        with(polling, "outbox_event", "lease", Map.of("outbox.order", "aggregate")),
                        2),
                Arguments.of(
                        "rotated, with a leader",
                        with(polling, "outbox_event_rotated", "lease", Map.of("outbox.leader-election", "true")),
                        3),
                Arguments.of(
                        "inbox",
                        Map.of(
                                "pg.scheduler.polling-worker.fixed-delay-ms",
                                period,
                                "pg.scheduler.inbox-polling-worker.fixed-delay-ms",
                                period,
                                "relay.kafka.bootstrap-servers",
                                TestBroker.bootstrapServers(),
                                "relay.jdbc.pool-size",
                                "10",
                                "pg.inbox.topic",
                                "nobody-pays",
                                "vendor.url",
                                "http://127.0.0.1:1"),
                        2),
                // The connection that listens is asked once a period as well.
                Arguments.of(
                        "listen and notify",
                        with(
                                polling,
                                "cancel_event_outbox",
                                "row-lock",
                                Map.of("wake.transport", "listen-notify", "wake.keep-alive-ms", period)),
                        2));
    }

    private static Map<String, String> with(
            Map<String, String> settings, String table, String claim, Map<String, String> more) {
        Map<String, String> all = new HashMap<>(settings);
        all.put("relay.outbox.table", table);
        all.put("outbox.claim", claim);
        all.putAll(more);
        return all;
    }

    /// Counted by the server, in transactions of one query each. A session reports its count once a second, so that
    /// what is counted may be a second early or late.
    @ParameterizedTest(name = "{0}")
    @MethodSource("arrangements")
    void anIdleLoopAsksAtMostOnceAPeriod(String name, Map<String, String> settings, int loops) throws Exception {
        try (Relay relay = new TestRelay(publisher).start(database, settings)) {
            await().until(() -> relay.counters().get(Counter.POLL_CYCLES) > 5);
            long before = database.number(TRANSACTIONS);
            await().pollDelay(WATCHED).atMost(WATCHED.multipliedBy(2)).until(() -> true);
            long transactions = database.number(TRANSACTIONS) - before;

            long periods = WATCHED.plusSeconds(1).dividedBy(PERIOD);
            assertThat(transactions)
                    .as("%s, %s", name, relay.counters().snapshot())
                    .isBetween(periods / 2, loops * periods + 5);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("arrangements")
    void withoutABrokerThereIsOneAttemptAPeriod(String name, Map<String, String> settings, int loops) throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        publisher.answer(message -> {
            attempts.incrementAndGet();
            return new Unavailable("away");
        });
        try (Relay relay = new TestRelay(publisher).start(database, settings)) {
            new RelayClient(relay.port()).post(UUID.randomUUID(), false);
            await().until(() -> attempts.get() > 2);
            int before = attempts.get();
            await().pollDelay(WATCHED).atMost(WATCHED.multipliedBy(2)).until(() -> true);

            assertThat(attempts.get() - before)
                    .as(name)
                    .isBetween(5, (int) WATCHED.plusMillis(500).dividedBy(PERIOD) + 1);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("arrangements")
    void withoutADatabaseThereIsOneAttemptAPeriod(String name, Map<String, String> settings, int loops)
            throws Exception {
        try (Relay relay = new TestRelay(publisher).start(database, settings)) {
            await().until(() -> relay.counters().get(Counter.POLL_CYCLES) > 2);
            // Every statement fails at once, which is what tempts a loop to spin.
            database.execute("ALTER SCHEMA " + database.name() + " RENAME TO gone_" + database.name());
            await().until(() -> relay.counters().get(Counter.LOOP_FAILURES) > 2);
            long before = relay.counters().get(Counter.LOOP_FAILURES);
            await().pollDelay(WATCHED).atMost(WATCHED.multipliedBy(2)).until(() -> true);

            assertThat(relay.counters().get(Counter.LOOP_FAILURES) - before)
                    .as(name)
                    .isBetween(5L, loops * (WATCHED.plusMillis(500).dividedBy(PERIOD) + 1));
        }
    }

    @Test
    void aChannelThatIsIdleTouchesNoDatabase() throws Exception {
        Map<String, String> oncePerHour =
                Map.of("pg.scheduler.polling-worker.fixed-delay-ms", "3600000", "pg.outbox.channel.worker-count", "2");
        try (Relay relay = new TestRelay(publisher).start(database, oncePerHour)) {
            await().until(() -> relay.counters().get(Counter.POLL_CYCLES) == 1);
            String before = lastQuery();
            await().pollDelay(Duration.ofSeconds(3)).until(() -> true);

            assertThat(lastQuery()).isEqualTo(before);
            new RelayClient(relay.port()).post(UUID.randomUUID(), false);
            assertThat(lastQuery()).isGreaterThan(before);
        }
    }

    /// When a relay last asked for anything.
    private String lastQuery() throws SQLException {
        return database.query("SELECT max(query_start) FROM pg_stat_activity WHERE datname = current_database()"
                        + " AND application_name = 'relaybench-relay'")
                .getFirst();
    }
}

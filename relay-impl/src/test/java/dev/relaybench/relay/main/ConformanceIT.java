package dev.relaybench.relay.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.settings.RelaySettings;
import dev.relaybench.relay.testbed.RelayClient;
import dev.relaybench.relay.testbed.TestBroker;
import dev.relaybench.relay.testbed.TestDatabase;
import dev.relaybench.relay.testbed.TestRedis;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// What is committed is published and what is rolled back is not: with every publish mode, every way to claim and every
/// wake, on a real broker; and what each makes of it when the broker will not or cannot take the record, or the
/// database
/// the commit.
class ConformanceIT {
    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final String NO_BROKER = "127.0.0.1:1";

    private final TestDatabase database = TestDatabase.create();

    ConformanceIT() throws SQLException {}

    /// A publish mode, and for OUTBOX a way to claim and a wake.
    record Arrangement(String mode, Store store, String transport) {
        boolean is(String name) {
            return mode.equals(name);
        }

        /// The poll comes once an hour where somebody wakes.
        Map<String, String> settings() {
            Map<String, String> settings = new HashMap<>(store.settings());
            String period = transport.equals("none") ? "200" : "3600000";
            settings.putAll(Map.of(
                    "relay.publish-mode",
                    mode,
                    "wake.transport",
                    transport,
                    "wake.channel",
                    "mode_" + transport.replace('-', '_'),
                    "wake.redis.url",
                    Redis.SERVER.url(),
                    "outbox.poll.fixed-delay-ms",
                    period,
                    "pg.scheduler.polling-worker.fixed-delay-ms",
                    period,
                    "relay.kafka.max-block-ms",
                    "500",
                    "relay.kafka.request-timeout-ms",
                    "1000",
                    "relay.kafka.delivery-timeout-ms",
                    "5000"));
            return settings;
        }

        @Override
        public String toString() {
            return is("outbox") ? mode + ", " + store + ", " + transport : mode;
        }
    }

    /// A table and how its rows are claimed.
    enum Store {
        CHANNEL("pg_outbox", "row-lock", "none"),
        ROW_LOCK("cancel_event_outbox", "row-lock", "none"),
        LEASE("outbox_event", "lease", "none"),
        ROW_LOCK_IN_ORDER("outbox_event", "row-lock", "aggregate"),
        LEASE_IN_ORDER("outbox_event_rotated", "lease", "aggregate");

        private final String table;
        private final String claim;
        private final String order;

        Store(String table, String claim, String order) {
            this.table = table;
            this.claim = claim;
            this.order = order;
        }

        boolean keepsOrder() {
            return order.equals("aggregate");
        }

        /// What is stored and not yet on its topic.
        String pending() {
            return this == CHANNEL
                    ? "SELECT id FROM pg_outbox WHERE processed_at IS NULL"
                    : "SELECT id FROM " + table + " WHERE status <> 'PUBLISHED'";
        }

        private Map<String, String> settings() {
            return Map.of("relay.outbox.table", table, "outbox.claim", claim, "outbox.order", order);
        }
    }

    static Stream<Arrangement> arrangements() {
        Stream<Arrangement> woken = Stream.of(Store.values())
                .filter(store -> store != Store.CHANNEL)
                .flatMap(store -> Stream.of("in-memory", "listen-notify", "redis")
                        .map(transport -> new Arrangement("outbox", store, transport)));
        return Stream.concat(modes(), woken);
    }

    static Stream<Arrangement> modes() {
        return Stream.concat(
                Stream.of(Store.values()).map(store -> new Arrangement("outbox", store, "none")),
                Stream.of("inline", "inline-async").map(mode -> new Arrangement(mode, Store.CHANNEL, "none")));
    }

    @AfterAll
    static void stopRedis() throws IOException {
        Redis.SERVER.close();
    }

    @ParameterizedTest
    @MethodSource("arrangements")
    void whatIsCommittedIsPublishedAndWhatIsRolledBackIsNot(Arrangement arrangement) throws Exception {
        String topic = TestBroker.topic("mode", 3);
        List<String> committed = new ArrayList<>();
        try (Relay relay = start(arrangement, TestBroker.bootstrapServers())) {
            for (int i = 0; i < 10; i++) {
                assertThat(post(relay, topic, "p", true)).startsWith("409 ");
                UUID id = UUID.randomUUID();
                assertThat(post(relay, id, topic, "p", false)).startsWith("201 ");
                committed.add(id.toString());
            }
            await().atMost(DEADLINE).until(() -> published(topic).size() >= 10);
        }

        if (arrangement.store().keepsOrder()) {
            assertThat(published(topic)).containsExactlyElementsOf(committed);
        } else {
            assertThat(published(topic)).containsExactlyInAnyOrderElementsOf(committed);
        }
        assertThat(database.query(arrangement.store().pending())).isEmpty();
        assertThat(database.query("SELECT id FROM business_request")).containsExactlyInAnyOrderElementsOf(committed);
    }

    @ParameterizedTest
    @MethodSource("modes")
    void whileTheBrokerIsAway(Arrangement arrangement) throws Exception {
        String topic = TestBroker.topic("mode", 1);
        UUID id = UUID.randomUUID();
        try (Relay relay = start(arrangement, NO_BROKER)) {
            String answer = post(relay, id, topic, "p", false);

            if (arrangement.is("inline")) {
                assertThat(answer).isEqualTo("409 {\"outcome\":\"aborted\"}");
            } else {
                assertThat(answer).startsWith("201 ");
            }
            await().atMost(DEADLINE).until(() -> relay.counters().get(Counter.UNAVAILABLE) >= 1);
        }
        // The broker is back.
        try (Relay relay = start(arrangement, TestBroker.bootstrapServers())) {
            UUID later = UUID.randomUUID();
            assertThat(post(relay, later, topic, "p", false)).startsWith("201 ");
            await().atMost(DEADLINE).until(() -> published(topic).contains(later.toString()));

            switch (arrangement.mode()) {
                // Neither lost nor refused.
                case "outbox" ->
                    await().atMost(DEADLINE).until(() -> published(topic).contains(id.toString()));
                // Not lost, because nothing was committed: the application was as dead as the broker.
                case "inline" -> {
                    assertThat(stored(id)).isFalse();
                    assertThat(published(topic)).doesNotContain(id.toString());
                }
                // LOST: committed, and nobody will ever publish it.
                default -> {
                    assertThat(stored(id)).isTrue();
                    await().during(Duration.ofMillis(500))
                            .until(() -> !published(topic).contains(id.toString()));
                    assertThat(database.query(arrangement.store().pending())).isEmpty();
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("modes")
    void whenTheBrokerRefusesTheRecord(Arrangement arrangement) throws Exception {
        String topic = "refuses-" + arrangement.mode() + "-" + arrangement.store();
        TestBroker.create(topic, 1, Map.of("max.message.bytes", "1000"));
        UUID id = UUID.randomUUID();
        try (Relay relay = start(arrangement, TestBroker.bootstrapServers())) {
            String answer = post(relay, id, topic, "p".repeat(5_000), false);

            await().atMost(DEADLINE).until(() -> relay.counters().get(Counter.REFUSED) >= 1);
            switch (arrangement.mode()) {
                case "outbox" -> {
                    assertThat(answer).startsWith("201 ");
                    // It stays, for another attempt or for a person.
                    assertThat(database.query(arrangement.store().pending())).containsExactly(id.toString());
                }
                case "inline" -> {
                    assertThat(answer).startsWith("409 ");
                    assertThat(stored(id)).isFalse();
                }
                default -> {
                    assertThat(answer).startsWith("201 ");
                    assertThat(stored(id)).isTrue();
                    assertThat(database.query(arrangement.store().pending())).isEmpty();
                }
            }
        }
        assertThat(published(topic)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("modes")
    void whenTheCommitFails(Arrangement arrangement) throws Exception {
        String topic = TestBroker.topic("mode", 1);
        UUID id = UUID.randomUUID();
        try (Relay relay = start(arrangement, TestBroker.bootstrapServers())) {
            // Asked at the commit and not before it.
            database.execute("CREATE TABLE parent (id int PRIMARY KEY)");
            database.execute("ALTER TABLE business_request ADD COLUMN parent int DEFAULT 1"
                    + " REFERENCES parent DEFERRABLE INITIALLY DEFERRED");

            assertThat(post(relay, id, topic, "p", false)).isEqualTo("409 {\"outcome\":\"aborted\"}");

            UUID later = UUID.randomUUID();
            database.execute("INSERT INTO parent VALUES (1)");
            assertThat(post(relay, later, topic, "p", false)).startsWith("201 ");
            await().atMost(DEADLINE).until(() -> published(topic).contains(later.toString()));
            assertThat(stored(id)).isFalse();
            if (arrangement.is("inline")) {
                // PHANTOM: published, and it never happened.
                assertThat(published(topic)).containsExactly(id.toString(), later.toString());
            } else {
                assertThat(published(topic)).containsExactly(later.toString());
            }
        }
    }

    @Test
    void anEnvelopeSaysWhatTheHeadersSayElse() throws Exception {
        String topic = TestBroker.topic("envelope", 1);
        UUID id = UUID.randomUUID();
        Map<String, String> settings = new HashMap<>(new Arrangement("outbox", Store.LEASE, "none").settings());
        settings.put("relay.record-format", "envelope");
        settings.put("relay.kafka.bootstrap-servers", TestBroker.bootstrapServers());
        try (Relay relay = Relay.start(RelaySettings.of(database.settings(settings)), new RelayWiring())) {
            post(relay, id, topic, "p", false);
            await().atMost(DEADLINE).until(() -> !published(topic).isEmpty());
        }

        JsonNode envelope =
                new ObjectMapper().readTree(TestBroker.read(topic).getFirst().value());
        assertThat(envelope.propertyNames())
                .containsExactlyInAnyOrder("id", "type", "aggregateType", "aggregateId", "occurredAt", "payload");
        assertThat(envelope.get("id").asString()).isEqualTo(id.toString());
        assertThat(envelope.get("aggregateId").asString()).isEqualTo("k");
        assertThat(envelope.get("payload").asString()).isEqualTo("p");
    }

    private Relay start(Arrangement arrangement, String bootstrapServers) throws StartupException {
        Map<String, String> settings = new HashMap<>(database.settings(arrangement.settings()));
        settings.put("relay.kafka.bootstrap-servers", bootstrapServers);
        return Relay.start(RelaySettings.of(settings), new RelayWiring());
    }

    private static String post(Relay relay, String topic, String payload, boolean rollback) throws Exception {
        return post(relay, UUID.randomUUID(), topic, payload, rollback);
    }

    private static String post(Relay relay, UUID id, String topic, String payload, boolean rollback)
            throws IOException, InterruptedException {
        return new RelayClient(relay.port()).post("""
                {"id": "%s", "aggregateId": "k", "sequence": 1, "topic": "%s", "payload": "%s", "rollback": %s}
                """.formatted(id, topic, payload, rollback));
    }

    /// Event ids on the topic.
    private static List<String> published(String topic) {
        return TestBroker.read(topic).stream()
                .map(record ->
                        new String(record.headers().lastHeader("event-id").value(), StandardCharsets.UTF_8))
                .toList();
    }

    private boolean stored(UUID id) throws SQLException {
        return database.number("SELECT count(*) FROM business_request WHERE id = '" + id + "'") == 1;
    }

    private static final class Redis {
        private static final TestRedis SERVER = start();

        private static TestRedis start() {
            try {
                return TestRedis.start();
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }
}

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What is committed is published and what is rolled back is not: with every publish mode, with every wake, on a real
/// broker; and what each mode makes of it when the broker will not or cannot take the record, or the database the
/// commit.
class PublishModeIT {
    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final String NO_BROKER = "127.0.0.1:1";

    private final TestDatabase database = TestDatabase.create();

    PublishModeIT() throws SQLException {}

    /// A publish mode, and for OUTBOX a wake.
    record Arrangement(String mode, String transport) {
        boolean is(String name) {
            return mode.equals(name);
        }

        /// The poll comes once an hour where somebody wakes.
        Map<String, String> settings() {
            return Map.of(
                    "relay.publish-mode",
                    mode,
                    "relay.outbox.table",
                    "cancel_event_outbox",
                    "wake.transport",
                    transport,
                    "wake.channel",
                    "mode_" + transport.replace('-', '_'),
                    "wake.redis.url",
                    Redis.SERVER.url(),
                    "outbox.poll.fixed-delay-ms",
                    transport.equals("none") ? "200" : "3600000",
                    "relay.kafka.max-block-ms",
                    "500",
                    "relay.kafka.request-timeout-ms",
                    "1000",
                    "relay.kafka.delivery-timeout-ms",
                    "5000");
        }

        @Override
        public String toString() {
            return is("outbox") ? mode + ", " + transport : mode;
        }
    }

    static Stream<Arrangement> arrangements() {
        return Stream.concat(
                Stream.of("none", "in-memory", "listen-notify", "redis")
                        .map(transport -> new Arrangement("outbox", transport)),
                Stream.of("inline", "inline-async").map(mode -> new Arrangement(mode, "none")));
    }

    static Stream<Arrangement> modes() {
        return arrangements().filter(arrangement -> arrangement.transport().equals("none"));
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

        assertThat(published(topic)).containsExactlyInAnyOrderElementsOf(committed);
        assertThat(database.query("SELECT id FROM business_request")).containsExactlyInAnyOrderElementsOf(committed);
    }

    @ParameterizedTest
    @MethodSource("arrangements")
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
                    assertThat(database.query("SELECT id FROM cancel_event_outbox"))
                            .isEmpty();
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("modes")
    void whenTheBrokerRefusesTheRecord(Arrangement arrangement) throws Exception {
        String topic = "refuses-" + arrangement.mode();
        TestBroker.create(topic, 1, Map.of("max.message.bytes", "1000"));
        UUID id = UUID.randomUUID();
        try (Relay relay = start(arrangement, TestBroker.bootstrapServers())) {
            String answer = post(relay, id, topic, "p".repeat(5_000), false);

            await().atMost(DEADLINE).until(() -> relay.counters().get(Counter.REFUSED) >= 1);
            switch (arrangement.mode()) {
                case "outbox" -> {
                    assertThat(answer).startsWith("201 ");
                    // It stays, for another attempt or for a person.
                    assertThat(database.query("SELECT id FROM cancel_event_outbox WHERE status <> 'PUBLISHED'"))
                            .containsExactly(id.toString());
                }
                case "inline" -> {
                    assertThat(answer).startsWith("409 ");
                    assertThat(stored(id)).isFalse();
                }
                default -> {
                    assertThat(answer).startsWith("201 ");
                    assertThat(stored(id)).isTrue();
                    assertThat(database.query("SELECT id FROM cancel_event_outbox"))
                            .isEmpty();
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

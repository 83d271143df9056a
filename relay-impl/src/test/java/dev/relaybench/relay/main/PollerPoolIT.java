package dev.relaybench.relay.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.settings.RelaySettings;
import dev.relaybench.relay.testbed.MemoryPublisher;
import dev.relaybench.relay.testbed.TestDatabase;
import dev.relaybench.relay.testbed.TestRelay;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The poller, while the application holds all connections of its pool.
class PollerPoolIT {
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    private final TestDatabase database = TestDatabase.create();
    private final MemoryPublisher publisher = new MemoryPublisher();

    PollerPoolIT() throws SQLException {}

    @ParameterizedTest
    @ValueSource(strings = {"lease", "row-lock"})
    void aPollerThatSharesThePoolStarves(String claim) throws Exception {
        try (Started started = start("shared", claim)) {
            List<Connection> held = holdAll(started.pool());
            UUID id = append();
            long failures = started.relay().counters().get(Counter.LOOP_FAILURES);

            await().atMost(DEADLINE).until(() -> started.relay().counters().get(Counter.LOOP_FAILURES) >= failures + 3);
            assertThat(publisher.published()).isEmpty();

            close(held);
            await().atMost(DEADLINE).until(() -> publisher.published().contains(id));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lease", "row-lock"})
    void aPollerWithAPoolOfItsOwnDoesNot(String claim) throws Exception {
        try (Started started = start("dedicated", claim)) {
            List<Connection> held = holdAll(started.pool());
            UUID id = append();

            await().atMost(DEADLINE).until(() -> publisher.published().contains(id));
            assertThat(started.relay().counters().get(Counter.LOOP_FAILURES)).isZero();
            close(held);
        }
    }

    @Test
    void theOwnPoolEndsWithTheRelay() throws Exception {
        String threads = "relay-poller";
        try (Started started = start("dedicated", "lease")) {
            assertThat(threadsOf(threads)).as(started.toString()).isNotEmpty();
        }

        await().atMost(DEADLINE).until(() -> threadsOf(threads).isEmpty());
    }

    @ParameterizedTest
    @CsvSource({
        "outbox_event, lease, false, 3",
        "outbox_event, row-lock, false, 2",
        "outbox_event_rotated, lease, true, 5",
    })
    void theOwnPoolHasAConnectionForEachLoop(String table, String claim, String election, int size) {
        RelaySettings settings = RelaySettings.of(database.settings(
                Map.of("relay.outbox.table", table, "outbox.claim", claim, "outbox.leader-election", election)));

        assertThat(PollerPool.size(settings)).isEqualTo(size);
    }

    private record Started(Relay relay, HikariDataSource pool) implements AutoCloseable {
        @Override
        public void close() {
            relay.close();
        }
    }

    private Started start(String dataSource, String claim) throws StartupException {
        Map<String, String> settings = new HashMap<>(Map.of(
                "relay.outbox.table", "outbox_event",
                "outbox.claim", claim,
                "outbox.poll.data-source", dataSource,
                "outbox.poll.fixed-delay-ms", "100",
                "relay.jdbc.pool-size", "3",
                "relay.jdbc.connection-timeout-ms", "250"));
        Wiring wiring = new Wiring(publisher);
        return new Started(wiring.start(database, settings), wiring.pool.orElseThrow());
    }

    /// What an application does whose requests take long.
    private static List<Connection> holdAll(HikariDataSource pool) {
        List<Connection> held = new ArrayList<>();
        await().atMost(DEADLINE).until(() -> {
            try {
                held.add(pool.getConnection());
            } catch (SQLException ignored) {
                // The poller has one just now.
            }
            return held.size() == pool.getMaximumPoolSize();
        });
        return held;
    }

    private static void close(List<Connection> held) throws SQLException {
        for (Connection connection : held) {
            connection.close();
        }
    }

    private UUID append() throws SQLException {
        UUID id = UUID.randomUUID();
        database.execute("INSERT INTO outbox_event (id, aggregate_type, aggregate_id, event_type, topic, payload)"
                + " VALUES ('" + id + "', 'a', 'k', 'e', 't', 'p')");
        return id;
    }

    private static List<String> threadsOf(String pool) {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith(pool))
                .toList();
    }

    private static final class Wiring extends TestRelay {
        private Optional<HikariDataSource> pool = Optional.empty();

        Wiring(MemoryPublisher publisher) {
            super(publisher);
        }

        @Override
        public HikariDataSource pool(RelaySettings settings) {
            HikariDataSource opened = super.pool(settings);
            pool = Optional.of(opened);
            return opened;
        }
    }
}

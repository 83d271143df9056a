package dev.relaybench.relay.main;

import static dev.relaybench.relay.main.WakeBed.DEADLINE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.relaybench.relay.main.WakeBed.Woken;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.testbed.RelayClient;
import dev.relaybench.relay.testbed.TestRedis;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whole relays with each transport.
class WakeRelayIT {
    private final WakeBed bed = new WakeBed();

    WakeRelayIT() throws SQLException {}

    @AfterAll
    static void stopRedis() throws IOException {
        Redis.SERVER.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"in-memory", "listen-notify", "redis"})
    void whatIsCommittedIsPublishedRightAway(String transport) throws Exception {
        UUID id = UUID.randomUUID();
        try (Woken woken = start(transport).awaitListening()) {
            long polls = woken.count(Counter.POLL_CYCLES_WOKEN);

            assertThat(client(woken).post(id, false))
                    .isEqualTo("201 {\"outcome\":\"committed\",\"fastPath\":\"accepted\"}");

            await().atMost(DEADLINE).until(() -> bed.publisher.published().contains(id));
            assertThat(bed.publisher.published()).containsExactly(id);
            assertThat(woken.count(Counter.POLL_CYCLES_WOKEN)).isEqualTo(polls + 1);
            await().until(() -> woken.count(Counter.WAKES_SENT) == 1);
            assertThat(woken.count(Counter.WAKES_FAILED)).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"in-memory", "listen-notify", "redis"})
    void aWakeIsSentOnceItsRowCanBeSeen(String transport) throws Exception {
        List<String> seen = new CopyOnWriteArrayList<>();
        UUID id = UUID.randomUUID();
        try (Woken woken = bed.start(settings(transport), () -> seen.addAll(rows()))) {
            client(woken).post(id, false);

            assertThat(woken.wakes().sent()).hasValue(1);
            assertThat(seen).containsExactly(id.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"in-memory", "listen-notify", "redis"})
    void whatIsRolledBackWakesNobody(String transport) throws Exception {
        try (Woken woken = start(transport).awaitListening()) {
            long polls = woken.count(Counter.POLL_CYCLES);

            assertThat(client(woken).post(UUID.randomUUID(), true)).startsWith("409 ");

            assertThat(woken.wakes().sent()).hasValue(0);
            await().during(Duration.ofMillis(300)).until(() -> woken.count(Counter.POLL_CYCLES) == polls);
            assertThat(bed.publisher.published()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"listen-notify", "redis"})
    void aWakeReachesTheRelayThatPolls(String transport) throws Exception {
        UUID id = UUID.randomUUID();
        Map<String, String> onlyAccepts = new HashMap<>(settings(transport));
        onlyAccepts.put("relay.publisher.enabled", "false");
        try (Woken polls = start(transport).awaitListening();
                Woken accepts = bed.start(onlyAccepts)) {

            client(accepts).post(id, false);

            await().atMost(DEADLINE).until(() -> bed.publisher.published().contains(id));
            assertThat(polls.wakes().sent()).hasValue(0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"in-memory", "listen-notify", "redis"})
    void aBurstOfCommitsIsFarFewerWakes(String transport) throws Exception {
        Map<String, String> settings = new HashMap<>(settings(transport));
        settings.put("relay.jdbc.pool-size", "16");
        try (Woken woken = bed.start(settings).awaitListening()) {
            RelayClient client = client(woken);
            Callable<String> post = () -> client.post(UUID.randomUUID(), false);
            try (ExecutorService clients =
                    Executors.newFixedThreadPool(16, Thread.ofVirtual().factory())) {
                for (Future<String> answer : clients.invokeAll(Collections.nCopies(1_000, post))) {
                    assertThat(answer.get()).startsWith("201 ");
                }
            }

            await().atMost(DEADLINE).until(() -> bed.publisher.count() == 1_000);
            assertThat(bed.publisher.published()).doesNotHaveDuplicates();
            Map<String, Long> counted = woken.relay().counters().snapshot();
            // In memory a wake is a call: what is saved there is polls.
            String saved = transport.equals("in-memory") ? "pollCyclesWoken" : "wakesSent";
            assertThat(counted.get(saved)).as("%s", counted).isBetween(1L, 500L);
        }
    }

    @Test
    void withoutATransportNobodyIsWokenAndThePollFindsTheRow() throws Exception {
        UUID id = UUID.randomUUID();
        try (Woken woken = bed.start(Map.of("wake.transport", "none", "outbox.poll.fixed-delay-ms", "200"))) {
            assertThat(client(woken).post(id, false)).contains("\"fastPath\":\"none\"");

            await().atMost(DEADLINE).until(() -> bed.publisher.published().contains(id));
            assertThat(woken.count(Counter.POLL_CYCLES_WOKEN)).isZero();
            assertThat(woken.count(Counter.WAKES_SENT)).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"in-memory", "listen-notify", "redis"})
    void whatWaitsWhenTheRelayStartsIsFoundByItsFirstPoll(String transport) throws Exception {
        UUID id = UUID.randomUUID();
        Map<String, String> disabled = new HashMap<>(settings(transport));
        disabled.put("relay.publisher.enabled", "false");
        try (Woken woken = bed.start(disabled)) {
            client(woken).post(id, false);
        }
        try (Woken woken = start(transport)) {
            await().atMost(DEADLINE).until(() -> bed.publisher.published().contains(id));
            assertThat(woken.wakes().sent()).hasValue(0);
        }
    }

    private Woken start(String transport) throws StartupException {
        return bed.start(settings(transport));
    }

    private static Map<String, String> settings(String transport) {
        return Map.of("wake.transport", transport, "wake.redis.url", Redis.SERVER.url());
    }

    private static RelayClient client(Woken woken) {
        return new RelayClient(woken.relay().port());
    }

    private List<String> rows() {
        try {
            return bed.database.query("SELECT id FROM cancel_event_outbox");
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
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

package dev.relaybench.relay.main;

import static dev.relaybench.relay.main.WakeBed.DEADLINE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import dev.relaybench.relay.main.WakeBed.Woken;
import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.message.PayloadPolicy;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.polling.PollingOutbox;
import dev.relaybench.relay.settings.EventSettings.Table;
import dev.relaybench.relay.settings.PollingOutboxSettings.Order;
import dev.relaybench.relay.testbed.RelayClient;
import dev.relaybench.relay.testbed.TestRedis;
import dev.relaybench.relay.transaction.CommitOutcome.Committed;
import dev.relaybench.relay.transaction.TransactionalOutbox;
import dev.relaybench.relay.transaction.TransactionalOutbox.Decision;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Whole relays whose wakes come too early, or do not come.
class WakeFaultIT {
    /// A wake whose transport waits for an answer would cost at least this.
    private static final Duration SLOW = Duration.ofMillis(500);

    private final WakeBed bed = new WakeBed();
    private final TestRedis redis = TestRedis.absent();

    WakeFaultIT() throws SQLException, IOException {}

    @AfterEach
    void stopRedis() throws IOException {
        redis.close();
    }

    @Test
    void aPublisherThatIsWokenBeforeTheCommitFindsNothing() throws Exception {
        try (Woken woken = bed.start(Map.of("wake.transport", "in-memory")).awaitListening();
                HikariDataSource pool = bed.database.openPool()) {
            TransactionalOutbox transactions = new TransactionalOutbox(
                    pool, new PollingOutbox(Table.CANCEL_EVENT_OUTBOX, Order.NONE), PayloadPolicy.bytesAtMost(1_000));
            OutboxMessage message = new OutboxMessage(UUID.randomUUID(), "k", "t", "p");
            long empty = woken.count(Counter.CLAIMS_WASTED_POLLING);

            assertThat(transactions.run(transaction -> {
                        transaction.append(message);
                        // The mistake.
                        woken.wakes().send();
                        await().atMost(DEADLINE).until(() -> woken.count(Counter.CLAIMS_WASTED_POLLING) == empty + 1);
                        return Decision.COMMIT;
                    }))
                    .isInstanceOf(Committed.class);

            // Its wake is spent: now it waits for the safety poll, in an hour.
            await().during(Duration.ofMillis(500))
                    .until(() -> bed.publisher.published().isEmpty());
            woken.wakes().send();
            await().atMost(DEADLINE).until(() -> bed.publisher.published().contains(message.id()));
        }
    }

    @Test
    void theSafetyPollFindsWhatNoWakeHasTold() throws Exception {
        try (Woken woken = bed.start(Map.of(
                        "wake.transport", "listen-notify",
                        "outbox.poll.fixed-delay-ms", "300"))
                .awaitListening()) {
            woken.wakes().close();
            UUID id = UUID.randomUUID();

            assertThat(client(woken).post(id, false)).startsWith("201 ");

            await().atMost(DEADLINE).until(() -> bed.publisher.published().contains(id));
            assertThat(woken.count(Counter.WAKES_SENT)).isZero();
        }
    }

    @Test
    void aRelayWhoseListeningConnectionWasEndedIsWokenAgain() throws Exception {
        try (Woken woken = bed.start(Map.of("wake.transport", "listen-notify")).awaitListening()) {
            int before = woken.wakes().received().get();
            bed.database.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    + " WHERE application_name = 'relaybench-wake-listen'");
            await().atMost(DEADLINE).until(() -> woken.wakes().received().get() > before);
            UUID id = UUID.randomUUID();

            client(woken).post(id, false);

            await().atMost(DEADLINE).until(() -> bed.publisher.published().contains(id));
        }
    }

    @Test
    void aRedisThatDiesCostsNothingButTheWakes() throws Exception {
        redis.startAgain();
        try (Woken woken = bed.start(Map.of(
                        "wake.transport", "redis",
                        "wake.redis.url", redis.url(),
                        "wake.reconnect-backoff-max-ms", "500",
                        "outbox.poll.fixed-delay-ms", "1000"))
                .awaitListening()) {
            assertThat(medianOfRequests(woken)).isLessThan(SLOW);
            redis.stop();

            assertThat(medianOfRequests(woken)).isLessThan(SLOW);
            await().atMost(DEADLINE).until(() -> bed.publisher.count() == 100);
            await().atMost(DEADLINE).until(() -> woken.count(Counter.WAKES_FAILED) >= 1);

            int received = woken.wakes().received().get();
            redis.startAgain();
            // Once for what was missed.
            await().atMost(DEADLINE).until(() -> woken.wakes().received().get() > received);
            assertThatARequestIsTold(woken);
        }
    }

    @Test
    void aRelayStartsWithoutRedisAndNoSlower() throws Exception {
        // One that refuses, and one that takes connections and says nothing: to wait for that one costs a second.
        try (ServerSocket mute = new ServerSocket(0, 50, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            // The first start of all loads classes.
            start("none", redis.url()).close();
            Duration none = fastestStart("none", redis.url());

            assertThat(fastestStart("redis", redis.url())).isLessThan(none.plusMillis(500));
            assertThat(fastestStart("redis", "redis://127.0.0.1:" + mute.getLocalPort()))
                    .isLessThan(none.plusMillis(500));
        }
    }

    private Duration fastestStart(String transport, String redisUrl) throws Exception {
        List<Duration> times = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            long startNanos = System.nanoTime();
            try (Woken woken = start(transport, redisUrl)) {
                times.add(Duration.ofNanos(System.nanoTime() - startNanos));
                assertThat(client(woken).post(UUID.randomUUID(), false)).startsWith("201 ");
                assertThat(woken.count(Counter.WAKES_SENT)).isZero();
            }
        }
        return Collections.min(times);
    }

    private Woken start(String transport, String redisUrl) throws StartupException {
        return bed.start(Map.of("wake.transport", transport, "wake.redis.url", redisUrl));
    }

    /// Of 50 requests.
    private static Duration medianOfRequests(Woken woken) throws IOException, InterruptedException {
        List<Duration> times = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            long startNanos = System.nanoTime();
            assertThat(client(woken).post(UUID.randomUUID(), false)).startsWith("201 ");
            times.add(Duration.ofNanos(System.nanoTime() - startNanos));
        }
        return times.stream().sorted().toList().get(25);
    }

    private static void assertThatARequestIsTold(Woken woken) {
        int received = woken.wakes().received().get();
        await().atMost(DEADLINE).pollInterval(Duration.ofMillis(200)).until(() -> {
            client(woken).post(UUID.randomUUID(), false);
            return woken.wakes().received().get() > received;
        });
    }

    private static RelayClient client(Woken woken) {
        return new RelayClient(woken.relay().port());
    }
}

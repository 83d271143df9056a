package dev.relaybench.relay.inbox;

import static dev.relaybench.relay.inbox.InboxRig.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.relaybench.relay.main.Relay;
import dev.relaybench.relay.main.RelayWiring;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.settings.InboxSettings;
import dev.relaybench.relay.spi.RelayContract;
import dev.relaybench.relay.testbed.TestBroker;
import dev.relaybench.relay.testbed.TestVendor.Behaviour;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Two who want the same payment.
class InboxTwiceIT {
    private static final Map<String, String> PATIENT =
            Map.of("vendor.request-timeout-ms", "10000", "vendor.call-timeout-ms", "10000");

    private static final InboxSettings.Polling A_MINUTE =
            new InboxSettings.Polling(Duration.ofSeconds(5), 10, true, Duration.ofMinutes(1), Duration.ofMinutes(1));

    private final InboxRig rig = new InboxRig(4);

    InboxTwiceIT() throws Exception {}

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void twoRelaysShareTheWork() throws Exception {
        // Stale at once, so that the polling workers race the immediate ones for every row.
        Map<String, String> racing = Map.of(
                "pg.scheduler.inbox-polling-worker.pending-timeout-ms", "1",
                "pg.scheduler.inbox-polling-worker.fixed-delay-ms", "20");
        rig.start(racing);
        rig.start(racing);
        Map<String, String> requests = new HashMap<>();
        for (int i = 0; i < 200; i++) {
            requests.put("payment-" + i, "amount " + i);
        }

        TestBroker.send(rig.topic, requests, Map.of());

        eventually(() -> rig.results().size() >= 200);
        assertThat(rig.vendor.calls()).hasSize(200).doesNotHaveDuplicates();
        assertThat(rig.states()).hasSize(200).containsOnly("COMPLETED");
        assertThat(rig.results()).extracting(ConsumerRecord::key).containsAll(requests.keySet());
    }

    @Test
    void twoRecordsForOnePaymentPayOnce() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        rig.vendor.script(attempt -> {
            awaitLatch(answer);
            return Behaviour.APPROVE;
        });
        Map<String, String> settings = new HashMap<>(PATIENT);
        settings.put("pg.scheduler.inbox-polling-worker.pending-timeout-ms", "1");
        Relay relay = rig.start(settings);
        for (int i = 0; i < 4; i++) {
            rig.send(
                    "p1",
                    "v",
                    Map.of(RelayContract.EVENT_ID_HEADER, UUID.randomUUID().toString()));
        }
        eventually(() -> relay.counters().get(Counter.INBOX_RECEIVED) == 4);
        InboxRig.awaitPolls(relay, 3);
        assertThat(rig.states()).containsExactly("IN_PROGRESS", "PENDING", "PENDING", "PENDING");

        answer.countDown();

        eventually(() -> rig.results().size() == 4);
        assertThat(rig.vendor.approvals("p1")).isEqualTo(1);
        assertThat(rig.calls("POST p1")).isEqualTo(1);
        assertThat(rig.states()).containsOnly("COMPLETED");
    }

    @Test
    void theDatabaseLetsOneRowOfAPaymentBeInProgress() throws Exception {
        try (HikariDataSource pool = rig.database.openPool();
                Connection connection = pool.getConnection()) {
            rig.leftRow("p1", "PENDING", 0, Duration.ofHours(1));
            rig.leftRow("p1", "PENDING", 0, Duration.ofHours(1));
            InboxClaims claims = new InboxClaims("me");

            Optional<InboxRow> first = claims.claim(connection, Fallback.STALE, A_MINUTE);
            Optional<InboxRow> second = claims.claim(connection, Fallback.STALE, A_MINUTE);

            assertThat(first).isPresent();
            assertThat(first.get().mayHavePaid()).isFalse();
            assertThat(second).isEmpty();
            new InboxMarks().settle(connection, first.get(), InboxState.COMPLETED, "");
            assertThat(claims.claim(connection, Fallback.STALE, A_MINUTE))
                    .hasValueSatisfying(row -> assertThat(row.mayHavePaid()).isTrue());
            connection.rollback();
        }
    }

    @Test
    void aWorkerWhoseRowWasTakenOverChangesNothing() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        rig.vendor.script(attempt -> {
            awaitLatch(answer);
            return Behaviour.APPROVE;
        });
        Relay relay = rig.start(PATIENT);
        rig.send("p1");
        eventually(() -> rig.calls("POST p1") == 1);
        rig.database.execute("UPDATE pg_inbox SET generation = generation + 1");

        answer.countDown();

        eventually(() -> relay.counters().get(Counter.INBOX_FENCED) == 1);
        assertThat(rig.states()).containsExactly("IN_PROGRESS");
        assertThat(rig.database.number("SELECT count(*) FROM pg_outbox")).isZero();
        // Whoever has taken it over finds out what was paid.
        rig.age();
        eventually(() -> rig.results().size() == 1);
        assertThat(rig.vendor.approvals("p1")).isEqualTo(1);
    }

    @Test
    void aWorkerThatIsFrozenBetweenItsClaimAndItsCallDoesNotPay() throws Exception {
        // Calls may begin until 5 s after the claim.
        Map<String, String> short5s = Map.of(
                "vendor.request-timeout-ms", "500",
                "vendor.call-timeout-ms", "500",
                "relay.jdbc.connection-timeout-ms", "500",
                "relay.jdbc.statement-timeout-ms", "800",
                "pg.scheduler.inbox-polling-worker.in-progress-timeout-ms", "5500");
        Relay frozen = rig.start(short5s, new FreezingAfterClaim());
        rig.send("p1");
        // Another relay, which the frozen one does not hinder, takes the row over and pays.
        Relay other = rig.start(short5s);

        eventually(() -> rig.results().size() == 1);

        assertThat(other.counters().get(Counter.INBOX_ZOMBIES)
                        + frozen.counters().get(Counter.INBOX_ZOMBIES))
                .isPositive();
        eventually(() -> frozen.counters().get(Counter.INBOX_TOO_LATE) == 1);
        assertThat(rig.vendor.calls()).containsExactly("GET p1", "POST p1");
    }

    /// Its first claim on the fast path is followed by a pause of more than the zombie threshold.
    private final class FreezingAfterClaim extends RelayWiring {
        @Override
        public InboxClaims inboxClaims(String owner) {
            return new InboxClaims(owner) {
                @Override
                public Optional<InboxRow> claim(Connection connection, InboxJob job) throws SQLException {
                    Optional<InboxRow> row = super.claim(connection, job);
                    connection.commit();
                    eventually(() -> !rig.results().isEmpty());
                    return row;
                }
            };
        }
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}

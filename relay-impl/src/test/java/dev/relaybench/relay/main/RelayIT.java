package dev.relaybench.relay.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.relaybench.relay.message.PublishResult.Acked;
import dev.relaybench.relay.message.PublishResult.Unavailable;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.testbed.MemoryPublisher;
import dev.relaybench.relay.testbed.RelayClient;
import dev.relaybench.relay.testbed.TestDatabase;
import dev.relaybench.relay.testbed.TestRelay;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RelayIT {
    private static final String POLL_NEVER_AGAIN = "3600000";
    private static final Map<String, String> FAST_POLL = Map.of("pg.scheduler.polling-worker.fixed-delay-ms", "50");
    private static final Map<String, String> ONE_POLL =
            Map.of("pg.scheduler.polling-worker.fixed-delay-ms", POLL_NEVER_AGAIN);

    private final TestDatabase database = TestDatabase.create();
    private final MemoryPublisher publisher = new MemoryPublisher();

    RelayIT() throws SQLException {}

    @Test
    void theFastPathPublishesWhatIsCommitted() throws Exception {
        UUID id = UUID.randomUUID();
        try (Relay relay = start(ONE_POLL)) {
            awaitFirstPoll(relay);

            assertThat(new RelayClient(relay.port()).post(id, false))
                    .isEqualTo("201 {\"outcome\":\"committed\",\"fastPath\":\"accepted\"}");

            await().until(() -> relay.counters().get(Counter.PUBLISHED_IMMEDIATE) == 1);
            assertThat(publisher.published()).containsExactly(id);
            assertThat(database.query("SELECT id FROM business_request")).containsExactly(id.toString());
        }
    }

    @Test
    void whatIsRolledBackIsNeverPublished() throws Exception {
        try (Relay relay = start(FAST_POLL)) {
            assertThat(new RelayClient(relay.port()).post(UUID.randomUUID(), true))
                    .isEqualTo("409 {\"outcome\":\"aborted\"}");

            long polls = relay.counters().get(Counter.POLL_CYCLES);
            await().until(() -> relay.counters().get(Counter.POLL_CYCLES) > polls + 2);
            assertThat(publisher.published()).isEmpty();
            assertThat(database.number("SELECT count(*) FROM business_request")).isZero();
        }
    }

    @Test
    void theFirstPollTakesWhatAnotherRelayLeft() throws Exception {
        start(ONE_POLL).close();
        database.execute("INSERT INTO pg_outbox (id, aggregate_id, topic, payload) "
                + "SELECT gen_random_uuid(), 'k', 't', 'p' FROM generate_series(1, 25)");

        try (Relay relay = start(ONE_POLL)) {
            await().until(() -> publisher.published().size() == 25);
            assertThat(relay.counters().get(Counter.PUBLISHED_POLLING)).isEqualTo(25);
        }
    }

    @Test
    void theLiteralPollTakesOneBatchATick() throws Exception {
        start(ONE_POLL).close();
        database.execute("INSERT INTO pg_outbox (id, aggregate_id, topic, payload) "
                + "SELECT gen_random_uuid(), 'k', 't', 'p' FROM generate_series(1, 25)");

        try (Relay relay = start(Map.of(
                "pg.scheduler.polling-worker.fixed-delay-ms",
                POLL_NEVER_AGAIN,
                "pg.scheduler.polling-worker.drain-until-empty",
                "false"))) {
            await().until(() -> relay.counters().get(Counter.PUBLISHED_POLLING) == 10);
            await().during(Duration.ofMillis(200))
                    .until(() -> publisher.published().size() == 10);
        }
    }

    @Test
    void theFastPathDropsWhatMeetsAnOutageAndAPollPublishesIt() throws Exception {
        UUID id = UUID.randomUUID();
        publisher.answer(message -> new Unavailable("broker gone"));
        try (Relay relay = start(ONE_POLL)) {
            awaitFirstPoll(relay);
            new RelayClient(relay.port()).post(id, false);
            await().until(() -> relay.counters().get(Counter.UNAVAILABLE) == 1);
            publisher.answer(message -> new Acked(0, 0));

            await().during(Duration.ofMillis(500))
                    .until(() -> publisher.published().isEmpty());
        }
        try (Relay relay = start(ONE_POLL)) {
            await().until(() -> relay.counters().get(Counter.PUBLISHED_POLLING) == 1);
            assertThat(publisher.published()).containsExactly(id);
        }
    }

    @Test
    void allLoopsLiveThroughCutConnectionsAndAPublisherThatThrows() throws Exception {
        try (Relay relay = start(FAST_POLL)) {
            RelayClient client = new RelayClient(relay.port());
            publisher.answer(message -> {
                throw new IllegalStateException("broken publisher");
            });
            UUID first = UUID.randomUUID();
            client.post(first, false);
            await().until(() -> relay.counters().get(Counter.LOOP_FAILURES) >= 3);
            database.cutConnections();
            publisher.answer(message -> new Acked(0, 0));

            await().atMost(Duration.ofSeconds(20))
                    .until(() -> publisher.published().contains(first));
            UUID second = UUID.randomUUID();
            await().until(() -> client.post(second, false).startsWith("201"));
            await().until(() -> publisher.published().contains(second));
            assertThat(client.get("/live")).startsWith("200 ").contains("outbox-polling", "outbox-immediate-1");
        }
    }

    @Test
    void aGracefulStopDrainsTheChannel() throws Exception {
        CountDownLatch brokerAnswers = new CountDownLatch(1);
        publisher.answer(message -> {
            awaitLatch(brokerAnswers);
            return new Acked(0, 0);
        });
        Relay relay = start(ONE_POLL);
        awaitFirstPoll(relay);
        RelayClient client = new RelayClient(relay.port());
        for (int i = 0; i < 5; i++) {
            client.post(UUID.randomUUID(), false);
        }

        Thread stop = Thread.ofVirtual().start(relay::close);
        await().until(() -> client.post(UUID.randomUUID(), false).equals("503 {\"outcome\":\"aborted\"}"));
        assertThat(client.get("/ready")).startsWith("503");
        brokerAnswers.countDown();

        assertThat(stop.join(Duration.ofSeconds(15))).isTrue();
        assertThat(publisher.published()).hasSize(5);
        assertThat(database.number("SELECT count(*) FROM pg_outbox WHERE processed_at IS NULL"))
                .isZero();
    }

    @Test
    void answersBadRequestsWithASentence() throws Exception {
        try (Relay relay = start(ONE_POLL)) {
            RelayClient client = new RelayClient(relay.port());

            assertThat(client.post("{}")).isEqualTo("400 {\"error\":\"field 'id' is missing\"}");
            assertThat(client.get("/requests")).startsWith("405 ");
            assertThat(client.get("/ready/x")).startsWith("404 ");
            assertThat(client.get("/counters")).startsWith("200 ").contains("\"requestsCommitted\":0");
        }
    }

    @Test
    void twoRelaysMayStartAtOnceOnAnEmptyDatabase() throws Exception {
        CountDownLatch bothStarted = new CountDownLatch(2);
        for (int i = 0; i < 2; i++) {
            Thread.ofVirtual().start(() -> {
                try (Relay relay = start(ONE_POLL)) {
                    assertThat(relay.port()).isPositive();
                    bothStarted.countDown();
                } catch (StartupException failed) {
                    throw new IllegalStateException(failed);
                }
            });
        }
        assertThat(bothStarted.await(20, TimeUnit.SECONDS)).isTrue();
    }

    private Relay start(Map<String, String> settings) throws StartupException {
        return new TestRelay(publisher).start(database, settings);
    }

    /// The poll at the start has come and gone, having found nothing.
    private static void awaitFirstPoll(Relay relay) {
        await().until(() -> relay.counters().get(Counter.CLAIMS_WASTED_POLLING) >= 1);
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}

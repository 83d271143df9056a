package dev.relaybench.relay.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.relaybench.relay.message.PublishResult.Acked;
import dev.relaybench.relay.message.PublishResult.Refused;
import dev.relaybench.relay.message.PublishResult.Unavailable;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.polling.OperationAlerts;
import dev.relaybench.relay.testbed.MemoryPublisher;
import dev.relaybench.relay.testbed.RelayClient;
import dev.relaybench.relay.testbed.TestDatabase;
import dev.relaybench.relay.testbed.TestRelay;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PollingRelayIT {
    private final TestDatabase database = TestDatabase.create();
    private final MemoryPublisher publisher = new MemoryPublisher();
    private final List<UUID> alerts = new CopyOnWriteArrayList<>();

    PollingRelayIT() throws SQLException {}

    @ParameterizedTest
    @ValueSource(strings = {"outbox_event", "cancel_event_outbox", "outbox_event_rotated"})
    void whatIsCommittedIsPublishedByAPoll(String table) throws Exception {
        UUID id = UUID.randomUUID();
        try (Relay relay = start(Map.of("relay.outbox.table", table))) {
            assertThat(new RelayClient(relay.port()).post(id, false))
                    .isEqualTo("201 {\"outcome\":\"committed\",\"fastPath\":\"none\"}");
            new RelayClient(relay.port()).post(UUID.randomUUID(), true);

            await().until(() -> relay.counters().get(Counter.PUBLISHED_POLLING) == 1);
            assertThat(publisher.published()).containsExactly(id);
            assertThat(new RelayClient(relay.port()).get("/live"))
                    .startsWith("200 ")
                    .contains("outbox-polling");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "pg_outbox, processed_at IS NULL",
        "outbox_event, status = 'PENDING'",
        "cancel_event_outbox, status = 'PENDING'",
        "outbox_event_rotated, status = 'PENDING'"
    })
    void withADisabledPublisherRowsAccumulateAndNothingIsLost(String table, String waiting) throws Exception {
        try (Relay relay = start(Map.of("relay.outbox.table", table, "relay.publisher.enabled", "false"))) {
            RelayClient client = new RelayClient(relay.port());
            for (int i = 0; i < 5; i++) {
                assertThat(client.post(UUID.randomUUID(), false)).startsWith("201");
            }
            assertThat(client.get("/live")).startsWith("200 ");
            await().during(Duration.ofMillis(300))
                    .until(() -> database.number("SELECT count(*) FROM " + table + " WHERE " + waiting) == 5);
            assertThat(publisher.published()).isEmpty();
            assertThat(relay.counters().get(Counter.POLL_CYCLES)).isZero();
            // Nobody would ever take them.
            assertThat(relay.counters().get(Counter.OFFERS_ACCEPTED)).isZero();
        }

        try (Relay relay = start(Map.of("relay.outbox.table", table))) {
            await().until(() -> relay.counters().get(Counter.PUBLISHED_POLLING) == 5);
            assertThat(publisher.published()).hasSize(5).doesNotHaveDuplicates();
        }
    }

    @Test
    void aRecordRefusedForGoodEndsWithAnAlert() throws Exception {
        UUID poisoned = UUID.randomUUID();
        UUID sound = UUID.randomUUID();
        publisher.answer(message -> message.id().equals(poisoned) ? new Refused("too large") : new Acked(0, 0));
        try (Relay relay = start(Map.of(
                "relay.outbox.table", "outbox_event",
                "outbox.retry.backoff-ms", "20",
                "outbox.retry.backoff-max-ms", "40"))) {
            new RelayClient(relay.port()).post(poisoned, false);
            new RelayClient(relay.port()).post(sound, false);

            await().until(() -> alerts.contains(poisoned));
            await().until(() -> publisher.published().contains(sound));
            assertThat(relay.counters().get(Counter.REFUSED)).isEqualTo(3);
            assertThat(relay.counters().get(Counter.DEAD)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lease", "row-lock"})
    void lifeGoesOnAfterOutagesAndCutConnections(String claim) throws Exception {
        publisher.answer(message -> new Unavailable("gone"));
        UUID first = UUID.randomUUID();
        try (Relay relay = start(Map.of("relay.outbox.table", "outbox_event", "outbox.claim", claim))) {
            RelayClient client = new RelayClient(relay.port());
            client.post(first, false);
            await().until(() -> relay.counters().get(Counter.UNAVAILABLE) >= 5);
            database.cutConnections();
            publisher.answer(message -> new Acked(0, 0));

            await().atMost(Duration.ofSeconds(20))
                    .until(() -> publisher.published().contains(first));
            assertThat(relay.counters().get(Counter.DEAD)).isZero();
            assertThat(relay.counters().get(Counter.DUPLICATES_SUSPECTED)).isGreaterThanOrEqualTo(5);
            await().until(() ->
                    database.query("SELECT status FROM outbox_event").equals(List.of("PUBLISHED")));
        }
    }

    private Relay start(Map<String, String> settings) throws StartupException {
        Map<String, String> all = new HashMap<>(
                Map.of("outbox.poll.fixed-delay-ms", "50", "pg.scheduler.polling-worker.fixed-delay-ms", "50"));
        all.putAll(settings);
        return new TestRelay(publisher) {
            @Override
            public OperationAlerts alerts() {
                return refusal -> alerts.add(refusal.row().id());
            }
        }.start(database, all);
    }
}

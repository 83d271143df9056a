package dev.relaybench.relay.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.relaybench.relay.message.PublishResult.Acked;
import dev.relaybench.relay.message.PublishResult.Unavailable;
import dev.relaybench.relay.testbed.MemoryPublisher;
import dev.relaybench.relay.testbed.RelayClient;
import dev.relaybench.relay.testbed.TestDatabase;
import dev.relaybench.relay.testbed.TestRelay;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class MetricsIT {
    private static final Map<String, String> FAST_POLL = Map.of("pg.scheduler.polling-worker.fixed-delay-ms", "50");

    private final TestDatabase database = TestDatabase.create();
    private final MemoryPublisher publisher = new MemoryPublisher();

    MetricsIT() throws SQLException {}

    @Test
    void showBacklogLagAndWhatWasPublished() throws Exception {
        publisher.answer(message -> new Unavailable("away"));
        try (Relay relay = new TestRelay(publisher).start(database, FAST_POLL)) {
            RelayClient client = new RelayClient(relay.port());
            client.post(UUID.randomUUID(), false);
            client.post(UUID.randomUUID(), false);

            await().until(() -> value(client, "relay_backlog_rows") == 2);
            await().atMost(Duration.ofSeconds(20)).until(() -> value(client, "relay_lag_seconds") > 1);
            assertThat(value(client, "relay_requests_committed_total")).isEqualTo(2);
            assertThat(value(client, "relay_unavailable_total")).isPositive();
            assertThat(value(client, "relay_duplicates_suspected_total")).isPositive();

            publisher.answer(message -> new Acked(0, 0));

            await().until(() -> value(client, "relay_backlog_rows") == 0);
            assertThat(value(client, "relay_lag_seconds")).isZero();
            assertThat(value(client, "relay_published_polling_total")
                            + value(client, "relay_published_immediate_total"))
                    .isEqualTo(2);
            assertThat(value(client, "relay_loop_age_seconds{loop=\"outbox-polling\"}"))
                    .isBetween(0.0, 10.0);
            assertThat(value(client, "relay_channel_depth")).isZero();
        }
    }

    @Test
    void aBacklogThatCannotBeReadIsNotANumber() throws Exception {
        try (Relay relay = new TestRelay(publisher).start(database, FAST_POLL)) {
            RelayClient client = new RelayClient(relay.port());
            await().until(() -> value(client, "relay_backlog_rows") == 0);

            database.execute("ALTER TABLE pg_outbox RENAME TO elsewhere");

            await().until(() -> Double.isNaN(value(client, "relay_backlog_rows")));
            assertThat(value(client, "relay_lag_seconds")).isNaN();
        }
    }

    private static double value(RelayClient client, String sample) throws Exception {
        return client.get("/metrics")
                .lines()
                .filter(line -> line.startsWith(sample + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(sample.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no sample " + sample));
    }
}

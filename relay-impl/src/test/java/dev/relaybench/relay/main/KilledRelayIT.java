package dev.relaybench.relay.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.relaybench.relay.testbed.RelayProcess;
import dev.relaybench.relay.testbed.TestBroker;
import dev.relaybench.relay.testbed.TestDatabase;
import dev.relaybench.relay.testbed.TestVendor;
import dev.relaybench.relay.testbed.TestVendor.Behaviour;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A relay that is killed (SIGKILL) while the vendor has paid and has not answered yet: whoever comes next finds out,
/// and
/// does not pay again.
class KilledRelayIT {
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private final TestDatabase database = TestDatabase.create();
    private final TestVendor vendor = new TestVendor();

    @TempDir
    private Path directory = Path.of("");

    KilledRelayIT() throws SQLException, IOException {}

    @AfterEach
    void close() {
        vendor.close();
    }

    @Test
    void aPaymentOfTheInboxIsMadeOnce() throws Exception {
        String topic = TestBroker.topic("killed-pay", 1);
        TestBroker.create(topic + "-results", 1, Map.of());
        Map<String, String> settings = settings(Map.of("pg.inbox.topic", topic, "pg.inbox.group", topic));

        killDuringTheCall(settings, topic);
        assertThat(database.query("SELECT status FROM pg_inbox")).containsExactly("IN_PROGRESS");
        try (RelayProcess next = RelayProcess.start(settings, directory)) {
            // The threshold is more than half a minute with these time-outs.
            database.execute("UPDATE pg_inbox SET updated_at = updated_at - interval '2 hours'");
            until(() -> TestBroker.read(topic + "-results").size() == 1);
            assertThat(next.stop()).isTrue();
        }

        assertThat(vendor.calls()).containsExactly("POST p1", "GET p1");
        assertThat(database.query("SELECT status FROM pg_inbox")).containsExactly("COMPLETED");
    }

    @Test
    void aPieceOfWorkOfTheConsumerIsDoneOnce() throws Exception {
        String topic = TestBroker.topic("killed-work", 1);
        Map<String, String> settings = settings(Map.of("consumer.topic", topic, "consumer.group", topic));

        killDuringTheCall(settings, topic);
        assertThat(database.query("SELECT status FROM work")).containsExactly("EXCN");
        try (RelayProcess next = RelayProcess.start(settings, directory)) {
            until(() -> database.query("SELECT status FROM work").contains("SCS"));
            assertThat(next.stop()).isTrue();
        }

        assertThat(vendor.approvals("p1")).isEqualTo(1);
        assertThat(vendor.calls()).containsOnlyOnce("POST p1").endsWith("GET p1");
    }

    private void killDuringTheCall(Map<String, String> settings, String topic) throws Exception {
        vendor.script(attempt -> Behaviour.PAY_AND_HANG);
        try (RelayProcess relay = RelayProcess.start(settings, directory)) {
            TestBroker.send(topic, Map.of("p1", "amount"), Map.of());
            until(() -> vendor.approvals("p1") == 1);
            relay.kill();
        }
        vendor.script(attempt -> Behaviour.APPROVE);
    }

    private Map<String, String> settings(Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "relay.kafka.bootstrap-servers", TestBroker.bootstrapServers(),
                "relay.jdbc.pool-size", "10",
                "relay.jdbc.connection-timeout-ms", "1000",
                "relay.jdbc.statement-timeout-ms", "1000",
                "pg.scheduler.inbox-polling-worker.fixed-delay-ms", "200",
                "pg.scheduler.polling-worker.fixed-delay-ms", "200",
                "vendor.url", vendor.url()));
        settings.putAll(more);
        return database.settings(settings);
    }

    private static void until(Callable<Boolean> condition) {
        await().atMost(DEADLINE).until(condition);
    }
}

package dev.relaybench.relay.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.relaybench.relay.main.Relay;
import dev.relaybench.relay.main.RelayWiring;
import dev.relaybench.relay.main.StartupException;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.settings.RelaySettings;
import dev.relaybench.relay.settings.VendorSettings;
import dev.relaybench.relay.testbed.TestBroker;
import dev.relaybench.relay.testbed.TestDatabase;
import dev.relaybench.relay.testbed.TestVendor;
import dev.relaybench.relay.vendor.HttpVendor;
import dev.relaybench.relay.vendor.VendorAnswer.Approved;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/// Everything around an inbox: its topics on the real broker, a schema, a vendor, and relays that end with the test.
final class InboxRig implements AutoCloseable {
    final TestDatabase database = TestDatabase.create();
    final TestVendor vendor = new TestVendor();
    final String topic;
    private final List<Relay> relays = new ArrayList<>();

    InboxRig(int partitions) throws Exception {
        topic = TestBroker.topic("pay", partitions);
        TestBroker.create(topic + "-results", 1, Map.of());
        TestBroker.create(topic + "-dlt", 1, Map.of());
    }

    Relay start(Map<String, String> more) throws StartupException {
        return start(more, new RelayWiring());
    }

    /// A relay that polls often, and takes nothing for stale or dead before a minute has passed.
    Relay start(Map<String, String> more, RelayWiring wiring) throws StartupException {
        Map<String, String> settings = new HashMap<>(Map.of(
                "relay.kafka.bootstrap-servers",
                TestBroker.bootstrapServers(),
                "relay.jdbc.pool-size",
                "10",
                "pg.inbox.topic",
                topic,
                "pg.inbox.group",
                topic,
                "pg.inbox.retry-backoff-ms",
                "200",
                "pg.scheduler.inbox-polling-worker.fixed-delay-ms",
                "100",
                "pg.scheduler.polling-worker.fixed-delay-ms",
                "100",
                "vendor.url",
                vendor.url()));
        settings.putAll(more);
        Relay relay = Relay.start(RelaySettings.of(database.settings(settings)), wiring);
        relays.add(relay);
        return relay;
    }

    void send(String key, @Nullable String value, Map<String, String> headers) throws InterruptedException {
        Map<String, String> record = new HashMap<>();
        record.put(key, value);
        TestBroker.send(topic, record, headers);
    }

    void send(String key) throws InterruptedException {
        send(key, "amount of " + key, Map.of());
    }

    /// Writes a row as a relay that is gone has left it.
    void leftRow(String paymentId, String status, int generation, Duration age) throws SQLException {
        database.execute("""
                INSERT INTO pg_inbox (id, topic, partition, record_offset, payment_id, payload, status, generation,
                    received_at, updated_at)
                SELECT gen_random_uuid(), 't', 0, 0, '%s', 'p', '%s', %d, t, t
                FROM (SELECT clock_timestamp() - interval '%d milliseconds' AS t) AS time
                """.formatted(paymentId, status, generation, age.toMillis()));
    }

    /// Makes a payment, as a relay that is gone has made it.
    void payPast(String paymentId) throws InterruptedException {
        VendorSettings settings = new VendorSettings(
                Optional.of(vendor.url()), Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofSeconds(5));
        try (HttpVendor client = new HttpVendor(settings)) {
            assertThat(client.approve(paymentId, "p")).isInstanceOf(Approved.class);
        }
    }

    /// As if two hours had passed for all rows.
    void age() throws SQLException {
        database.execute("UPDATE pg_inbox SET received_at = received_at - interval '2 hours',"
                + " updated_at = updated_at - interval '2 hours'");
    }

    /// States of all rows, in order.
    List<String> states() throws SQLException {
        return database.query("SELECT status FROM pg_inbox ORDER BY status");
    }

    List<ConsumerRecord<String, String>> results() {
        return TestBroker.read(topic + "-results");
    }

    List<ConsumerRecord<String, String>> deadLetters() {
        return TestBroker.read(topic + "-dlt");
    }

    /// How often the vendor was called like this.
    long calls(String methodAndPayment) {
        return vendor.calls().stream().filter(methodAndPayment::equals).count();
    }

    static void eventually(Callable<Boolean> condition) {
        await().atMost(Duration.ofSeconds(40)).until(condition);
    }

    /// Waits until the polling worker has looked some times more.
    static void awaitPolls(Relay relay, int polls) {
        long before = relay.counters().get(Counter.INBOX_POLL_CYCLES);
        eventually(() -> relay.counters().get(Counter.INBOX_POLL_CYCLES) >= before + polls);
    }

    @Override
    public void close() {
        relays.forEach(Relay::close);
        vendor.close();
    }
}

package dev.relaybench.relay.consumer;

import static org.awaitility.Awaitility.await;

import dev.relaybench.relay.main.Relay;
import dev.relaybench.relay.main.StartupException;
import dev.relaybench.relay.testbed.MemoryPublisher;
import dev.relaybench.relay.testbed.TestBroker;
import dev.relaybench.relay.testbed.TestDatabase;
import dev.relaybench.relay.testbed.TestRelay;
import dev.relaybench.relay.testbed.TestVendor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/// A topic, a database and a vendor of a test's own, and what it asks of them.
final class ConsumerScene implements AutoCloseable {
    /// Longest wait for anything that has to happen.
    static final Duration PATIENCE = Duration.ofSeconds(60);

    final TestDatabase database = TestDatabase.create();
    final TestVendor vendor = new TestVendor();
    final String topic;

    ConsumerScene(int partitions) throws SQLException, IOException, InterruptedException {
        topic = TestBroker.topic("work", partitions);
    }

    /// Starts a relay with short time-outs; a claim holds for 4.6 s.
    Relay start(Map<String, String> more) throws StartupException {
        return start(new TestRelay(new MemoryPublisher()), more);
    }

    Relay start(TestRelay wiring, Map<String, String> more) throws StartupException {
        Map<String, String> settings = new HashMap<>(Map.of(
                "relay.kafka.bootstrap-servers", TestBroker.bootstrapServers(),
                "relay.jdbc.connection-timeout-ms", "1000",
                "relay.jdbc.statement-timeout-ms", "1000",
                "consumer.topic", topic,
                "consumer.group", "group-of-" + topic,
                "consumer.retry.delay-ms", "200",
                "vendor.url", vendor.url(),
                "vendor.request-timeout-ms", "600",
                "vendor.call-timeout-ms", "800"));
        settings.putAll(more);
        return wiring.start(database, settings);
    }

    /// Sends one record and waits until the broker has it.
    void send(@Nullable String key, @Nullable String value) throws InterruptedException {
        List<ProducerRecord<byte[], byte[]>> one = new ArrayList<>();
        one.add(new ProducerRecord<>(topic, bytes(key), bytes(value)));
        send(one);
    }

    /// Sends a record for each key, in this order.
    void sendAll(List<String> keys) throws InterruptedException {
        send(keys.stream()
                .map(key -> new ProducerRecord<>(topic, bytes(key), bytes("pay")))
                .toList());
    }

    void send(List<ProducerRecord<byte[], byte[]>> records) throws InterruptedException {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", TestBroker.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            List<Future<RecordMetadata>> sent =
                    records.stream().map(producer::send).toList();
            for (Future<RecordMetadata> future : sent) {
                future.get();
            }
        } catch (ExecutionException failed) {
            throw new IllegalStateException("the broker does not take the records", failed);
        }
    }

    /// The row of a piece of work: status, and what was wrong.
    String row(String id) throws SQLException {
        List<String> rows =
                database.query("SELECT concat_ws(' ', status, last_error) FROM work WHERE id = '%s'".formatted(id));
        return rows.isEmpty() ? "none" : rows.getFirst();
    }

    long count(WorkState state) throws SQLException {
        return database.number("SELECT count(*) FROM work WHERE status = '" + state + "'");
    }

    /// Calls of the vendor about one piece of work: GET or POST, in order.
    List<String> calls(String id) {
        return vendor.calls().stream()
                .filter(call -> call.endsWith(" " + id))
                .map(call -> call.substring(0, call.indexOf(' ')))
                .toList();
    }

    /// All records of a topic.
    List<ConsumerRecord<String, String>> records(String name) {
        return TestBroker.read(name);
    }

    /// The last header of this name, as text; empty without one.
    String header(ConsumerRecord<String, String> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
    }

    /// Lets time pass in which nothing is expected.
    void after(Duration time) {
        await().pollDelay(time).atMost(time.plus(PATIENCE)).until(() -> true);
    }

    void until(Callable<Boolean> condition) {
        await().atMost(PATIENCE).until(condition);
    }

    @Override
    public void close() {
        vendor.close();
    }

    static byte @Nullable [] bytes(@Nullable String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }
}

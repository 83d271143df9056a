package dev.relaybench.relay.kafka;

import dev.relaybench.relay.settings.KafkaSettings;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/// Makes producers: one at the start, another when one has failed for good.
@FunctionalInterface
public interface ProducerFactory {
    /// Most bytes of one batch of records for one partition.
    int BATCH_BYTES = 128 * 1024;

    /// A new producer. Must not wait for the broker.
    Producer<String, byte[]> create();

    /// Makes real ones.
    static ProducerFactory of(Map<String, Object> properties) {
        Map<String, Object> copy = Map.copyOf(properties);
        return () -> new KafkaProducer<>(copy, new StringSerializer(), new ByteArraySerializer());
    }

    /// The properties of a safe producer: acknowledged by all replicas in sync, idempotent, every wait bounded. The map
    /// is the caller's to change.
    static Map<String, Object> safeProperties(KafkaSettings settings) {
        int requestMillis = millis(settings.requestTimeout().toMillis());
        int backoffMaxMillis = millis(settings.reconnectBackoffMax().toMillis());
        Map<String, Object> properties = new HashMap<>(settings.security());
        properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrapServers());
        properties.put(ProducerConfig.CLIENT_ID_CONFIG, "relaybench-relay");
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        properties.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 5);
        properties.put(
                ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                millis(settings.deliveryTimeout().toMillis()));
        properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, requestMillis);
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, settings.maxBlock().toMillis());
        properties.put(ProducerConfig.LINGER_MS_CONFIG, settings.linger().toMillis());
        // A poll hands over hundreds of records at once; the default of 16 KiB would cut them into dozens of requests.
        properties.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
        properties.put(ProducerConfig.RECONNECT_BACKOFF_MS_CONFIG, 50L);
        properties.put(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, (long) backoffMaxMillis);
        properties.put(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, (long) Math.min(100, backoffMaxMillis));
        properties.put(ProducerConfig.RETRY_BACKOFF_MAX_MS_CONFIG, (long) backoffMaxMillis);
        // By default an attempt to connect into a black hole takes 10 to 30 s, and the heal is noticed only after it.
        properties.put(ProducerConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG, (long) requestMillis);
        properties.put(ProducerConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG, (long) requestMillis);
        properties.put(ProducerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        return properties;
    }

    private static int millis(long value) {
        return Math.toIntExact(value);
    }
}

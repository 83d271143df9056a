package dev.relaybench.relay.kafka;

import dev.relaybench.relay.settings.ConsumerSettings;
import dev.relaybench.relay.settings.KafkaSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/// Makes consumers of work: one at the start, another when one has failed for good.
@FunctionalInterface
public interface WorkConsumerFactory {
    /// After so long without a sign of life the group gives a member's partitions away. Kafka's default of 45 s is for
    /// how long nothing would be done after a relay was killed; brokers accept no less than 6 s by default.
    Duration SESSION_TIMEOUT = Duration.ofSeconds(6);

    /// A new consumer without a subscription. Must not wait for the broker.
    Consumer<byte[], byte[]> create();

    /// Makes real ones. Keys and values stay bytes: what cannot be decoded is then a bad record, not a consumer that
    /// fails at each poll.
    static WorkConsumerFactory of(Map<String, Object> properties) {
        Map<String, Object> copy = Map.copyOf(properties);
        return () -> new KafkaConsumer<>(copy, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /// The properties of a safe consumer: commits nothing by itself, begins with the oldest record, keeps its other
    /// partitions when one is taken from it, every wait bounded. The map is the caller's to change.
    static Map<String, Object> safeProperties(KafkaSettings settings, ConsumerSettings consumer) {
        long requestMillis = settings.requestTimeout().toMillis();
        long backoffMaxMillis = settings.reconnectBackoffMax().toMillis();
        Map<String, Object> properties = new HashMap<>(settings.security());
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrapServers());
        properties.put(ConsumerConfig.CLIENT_ID_CONFIG, "relaybench-consumer");
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, consumer.group());
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        properties.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, CooperativeStickyAssignor.class.getName());
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, consumer.recordsPerPollMax());
        properties.put(
                ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG,
                Math.toIntExact(consumer.maxPollInterval().toMillis()));
        properties.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, Math.toIntExact(SESSION_TIMEOUT.toMillis()));
        properties.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, Math.toIntExact(SESSION_TIMEOUT.toMillis() / 6));
        properties.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.toIntExact(requestMillis));
        properties.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, Math.toIntExact(requestMillis));
        properties.put(ConsumerConfig.RECONNECT_BACKOFF_MS_CONFIG, 50L);
        properties.put(ConsumerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, backoffMaxMillis);
        properties.put(ConsumerConfig.RETRY_BACKOFF_MS_CONFIG, Math.min(100, backoffMaxMillis));
        properties.put(ConsumerConfig.RETRY_BACKOFF_MAX_MS_CONFIG, backoffMaxMillis);
        properties.put(ConsumerConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG, requestMillis);
        properties.put(ConsumerConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG, requestMillis);
        properties.put(ConsumerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        return properties;
    }
}

package dev.relaybench.relay.kafka;

import dev.relaybench.relay.settings.KafkaSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/// Makes consumers: one at the start, another when one has failed for good.
@FunctionalInterface
public interface ConsumerFactory {
    /// After so long without a sign of life the group gives a member's partitions away. Kafka's default of 45 s is
    /// how long nothing would be received after a relay was killed; brokers accept no less than 6 s by default.
    Duration SESSION_TIMEOUT = Duration.ofSeconds(6);

    /// A new consumer without a subscription. Must not wait for the broker.
    Consumer<byte[], byte[]> create();

    /// Makes real ones. Keys and values stay bytes: what cannot be decoded is then a bad record, not a consumer that
    /// fails at each poll.
    static ConsumerFactory of(Map<String, Object> properties) {
        Map<String, Object> copy = Map.copyOf(properties);
        return () -> new KafkaConsumer<>(copy, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /// The properties of a safe consumer: commits nothing by itself, begins with the oldest record, keeps its other
    /// partitions when one is taken from it, every wait bounded. The map is the caller's to change.
    static Map<String, Object> safeProperties(KafkaSettings settings, Group group) {
        long backoffMaxMillis = settings.reconnectBackoffMax().toMillis();
        int requestMillis = Math.toIntExact(settings.requestTimeout().toMillis());
        Map<String, Object> properties = new HashMap<>(settings.security());
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrapServers());
        properties.put(ConsumerConfig.CLIENT_ID_CONFIG, group.clientId());
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, group.id());
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        properties.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, CooperativeStickyAssignor.class.getName());
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, group.recordsPerPollMax());
        properties.put(
                ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG,
                Math.toIntExact(group.maxPollInterval().toMillis()));
        properties.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, Math.toIntExact(SESSION_TIMEOUT.toMillis()));
        properties.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, Math.toIntExact(SESSION_TIMEOUT.toMillis() / 6));
        properties.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, requestMillis);
        properties.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, requestMillis);
        properties.put(ConsumerConfig.RECONNECT_BACKOFF_MS_CONFIG, 50L);
        properties.put(ConsumerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, backoffMaxMillis);
        properties.put(ConsumerConfig.RETRY_BACKOFF_MS_CONFIG, Math.min(100, backoffMaxMillis));
        properties.put(ConsumerConfig.RETRY_BACKOFF_MAX_MS_CONFIG, backoffMaxMillis);
        // A topic that is made after the relay has started is found by a look at the metadata.
        properties.put(ConsumerConfig.METADATA_MAX_AGE_CONFIG, 30_000L);
        properties.put(ConsumerConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG, (long) requestMillis);
        properties.put(ConsumerConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG, (long) requestMillis);
        properties.put(ConsumerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        return properties;
    }

    /// What a consumer is in its group.
    ///
    /// @param id the group's name
    /// @param clientId the consumer's name in the broker's logs and metrics
    /// @param recordsPerPollMax most records of one poll
    /// @param maxPollInterval after so long without a poll the group gives the partitions away
    record Group(String id, String clientId, int recordsPerPollMax, Duration maxPollInterval) {}
}

package dev.relaybench.relay.settings;

import java.time.Duration;
import java.util.Map;

/// How to reach Kafka and how long to wait for it.
///
/// @param deliveryTimeout longest time from the send to its outcome, retries included
/// @param requestTimeout longest wait for the answer to one request
/// @param maxBlock longest wait for metadata or buffer space before a record is sent
/// @param linger how long the client waits for more records of a batch
/// @param reconnectBackoffMax longest pause between two attempts to reach a broker that is gone
/// @param security what else every client needs, by Kafka's names; may hold secrets
public record KafkaSettings(
        String bootstrapServers,
        Duration deliveryTimeout,
        Duration requestTimeout,
        Duration maxBlock,
        Duration linger,
        Duration reconnectBackoffMax,
        Map<String, String> security) {

    public KafkaSettings {
        security = Map.copyOf(security);
    }

    /// Without the values of {@link #security()}.
    @Override
    public String toString() {
        return "KafkaSettings[bootstrapServers=%s, deliveryTimeout=%s, requestTimeout=%s, maxBlock=%s, security=%s]"
                .formatted(bootstrapServers, deliveryTimeout, requestTimeout, maxBlock, security.keySet());
    }

    /// Longest time that one call of the publisher takes, whatever the broker does.
    public Duration publishTimeoutMax() {
        return maxBlock.plus(deliveryTimeout).plusSeconds(1);
    }
}

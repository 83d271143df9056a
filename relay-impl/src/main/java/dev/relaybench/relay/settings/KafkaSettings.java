package dev.relaybench.relay.settings;

import java.time.Duration;

/// How to reach Kafka and how long to wait for it.
///
/// @param deliveryTimeout longest time from the send to its outcome, retries included
/// @param requestTimeout longest wait for the answer to one request
/// @param maxBlock longest wait for metadata or buffer space before a record is sent
/// @param linger how long the client waits for more records of a batch
/// @param reconnectBackoffMax longest pause between two attempts to reach a broker that is gone
public record KafkaSettings(
        String bootstrapServers,
        Duration deliveryTimeout,
        Duration requestTimeout,
        Duration maxBlock,
        Duration linger,
        Duration reconnectBackoffMax) {

    /// Longest time that one call of the publisher takes, whatever the broker does.
    public Duration publishTimeoutMax() {
        return maxBlock.plus(deliveryTimeout).plusSeconds(1);
    }
}

package dev.relaybench.relay.settings;

import dev.relaybench.relay.settings.EventSettings.Format;
import dev.relaybench.relay.settings.SettingsReader.Range;
import dev.relaybench.relay.spi.RelayContract;
import java.time.Duration;
import java.util.Map;

/// How to reach Kafka and how long to wait for it.
///
/// | key | default | meaning |
/// |---|---|---|
/// | `relay.kafka.bootstrap-servers` | required | see {@link RelayContract} |
/// | `relay.kafka.delivery-timeout-ms` | 10000 | longest time from the send to its outcome |
/// | `relay.kafka.request-timeout-ms` | 3000 | longest wait for the answer to one request |
/// | `relay.kafka.max-block-ms` | 3000 | longest wait for metadata or buffer space |
/// | `relay.kafka.linger-ms` | 0 | this relay awaits each acknowledgement: to linger is to wait for nobody |
/// | `relay.kafka.reconnect-backoff-max-ms` | 500 | longest pause between two attempts to reach a broker |
/// | `relay.kafka.client.*` | none | `security.*`, `sasl.*`, `ssl.*` of Kafka's clients; see {@link RelayContract} |
///
/// @param deliveryTimeout longest time from the send to its outcome, retries included
/// @param requestTimeout longest wait for the answer to one request
/// @param maxBlock longest wait for metadata or buffer space before a record is sent
/// @param linger how long the client waits for more records of a batch
/// @param reconnectBackoffMax longest pause between two attempts to reach a broker that is gone
/// @param security what else every client needs, by Kafka's names; may hold secrets
/// @param format what a record's value is; `relay.record-format` of {@link EventSettings}
public record KafkaSettings(
        String bootstrapServers,
        Duration deliveryTimeout,
        Duration requestTimeout,
        Duration maxBlock,
        Duration linger,
        Duration reconnectBackoffMax,
        Map<String, String> security,
        Format format) {

    private static final String DELIVERY_TIMEOUT = "relay.kafka.delivery-timeout-ms";
    private static final String REQUEST_TIMEOUT = "relay.kafka.request-timeout-ms";
    private static final String LINGER = "relay.kafka.linger-ms";
    private static final long TEN_MINUTES_MS = Duration.ofMinutes(10).toMillis();

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

    static KafkaSettings read(SettingsReader in, Format format) {
        KafkaSettings kafka = new KafkaSettings(
                in.required(
                        RelayContract.BOOTSTRAP_SERVERS,
                        "[^\\s,:]+:\\d{1,5}(\\s*,\\s*[^\\s,:]+:\\d{1,5})*",
                        "a list of host:port, separated by commas"),
                in.millis(DELIVERY_TIMEOUT, new Range(10_000, 1, TEN_MINUTES_MS)),
                in.millis(REQUEST_TIMEOUT, new Range(3_000, 1, TEN_MINUTES_MS)),
                in.millis("relay.kafka.max-block-ms", new Range(3_000, 1, TEN_MINUTES_MS)),
                in.millis(LINGER, new Range(0, 0, TEN_MINUTES_MS)),
                in.millis("relay.kafka.reconnect-backoff-max-ms", new Range(500, 50, TEN_MINUTES_MS)),
                in.group(
                        RelayContract.KAFKA_CLIENT_PREFIX,
                        "security\\.[a-z.]+|sasl\\.[a-z.]+|ssl\\.[a-z.]+",
                        "security.*, sasl.* or ssl.*"),
                format);
        in.rule(
                kafka.deliveryTimeout().compareTo(kafka.requestTimeout().plus(kafka.linger())) >= 0,
                ("%s = %d must be at least %s + %s = %d: else the delivery is given up before the first request is"
                                + " answered")
                        .formatted(
                                DELIVERY_TIMEOUT,
                                kafka.deliveryTimeout().toMillis(),
                                REQUEST_TIMEOUT,
                                LINGER,
                                kafka.requestTimeout().plus(kafka.linger()).toMillis()));
        return kafka;
    }
}

package dev.relaybench.harness.expect;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// The configured periods and thresholds that bounds are made of. The defaults are those of the reference system.
///
/// @param outboxPoll period of the outbox polling worker
/// @param deliveryTimeout the producer's `delivery.timeout.ms`
/// @param requestTimeout the producer's `request.timeout.ms`
/// @param maxBlock the producer's `max.block.ms`
/// @param reconnectBackoffMax the producer's `reconnect.backoff.max.ms` and `retry.backoff.max.ms`
/// @param cluster what the cluster is configured with
public record Timings(
        Duration outboxPoll,
        Duration deliveryTimeout,
        Duration requestTimeout,
        Duration maxBlock,
        Duration reconnectBackoffMax,
        ClusterTimings cluster) {
    /// Kafka's default of the least pause between two attempts; the greatest cannot be below it.
    private static final Duration RECONNECT_BACKOFF_MIN = Duration.ofMillis(50);

    /// The reference system's own constants.
    public static final Timings DEFAULTS = new Timings(
            Duration.ofSeconds(2),
            Duration.ofSeconds(10),
            Duration.ofSeconds(3),
            Duration.ofSeconds(3),
            Duration.ofMillis(500),
            ClusterTimings.DEFAULTS);

    /// The same on another cluster.
    public Timings on(ClusterTimings other) {
        return new Timings(outboxPoll, deliveryTimeout, requestTimeout, maxBlock, reconnectBackoffMax, other);
    }

    /// All of the relay's times a factor, to the millisecond and never below one, the backoff never below 50 ms. The
    /// cluster's stay as they are.
    public Timings scaledBy(double factor) {
        if (!(factor > 0 && factor <= 1)) {
            throw new IllegalArgumentException("a time scale is above 0 and at most 1, not " + factor);
        }
        Duration backoff = scale(reconnectBackoffMax, factor);
        return new Timings(
                scale(outboxPoll, factor),
                scale(deliveryTimeout, factor),
                scale(requestTimeout, factor),
                scale(maxBlock, factor),
                backoff.compareTo(RECONNECT_BACKOFF_MIN) < 0 ? RECONNECT_BACKOFF_MIN : backoff,
                cluster);
    }

    private static Duration scale(Duration value, double factor) {
        return Duration.ofMillis(Math.max(1, Math.round(value.toMillis() * factor)));
    }

    /// The same, as settings of the relay under test.
    public Map<String, String> asRelaySettings() {
        var settings = new LinkedHashMap<String, String>();
        settings.put("pg.scheduler.polling-worker.fixed-delay-ms", millis(outboxPoll));
        settings.put("outbox.poll.fixed-delay-ms", millis(outboxPoll));
        settings.put("relay.kafka.delivery-timeout-ms", millis(deliveryTimeout));
        settings.put("relay.kafka.request-timeout-ms", millis(requestTimeout));
        settings.put("relay.kafka.max-block-ms", millis(maxBlock));
        settings.put("relay.kafka.reconnect-backoff-max-ms", millis(reconnectBackoffMax));
        return settings;
    }

    private static String millis(Duration value) {
        return Long.toString(value.toMillis());
    }
}

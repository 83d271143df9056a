package dev.relaybench.harness.expect;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Times that the cluster takes to notice and to recover, as it is configured. The relay cannot change them, so a time
/// scale does not either.
///
/// @param brokerSession `broker.session.timeout.ms`: so long the controller waits for a silent broker
/// @param replicaFetchBackoff `replica.fetch.backoff.ms`: so long a follower waits that has asked a broker which does
///     not know yet that it leads
public record ClusterTimings(Duration brokerSession, Duration replicaFetchBackoff) {
    /// Kafka's own defaults.
    public static final ClusterTimings DEFAULTS = new ClusterTimings(Duration.ofSeconds(9), Duration.ofSeconds(1));

    /// The controller looks for silent brokers so many times in a session.
    private static final int LOOKS = 8;

    /// What the cluster says; Kafka's default where it says nothing.
    ///
    /// @param settings by Kafka's names
    public static ClusterTimings of(Map<String, String> settings) {
        return new ClusterTimings(
                millis(settings.get("broker.session.timeout.ms"), DEFAULTS.brokerSession),
                millis(settings.get("replica.fetch.backoff.ms"), DEFAULTS.replicaFetchBackoff));
    }

    private static Duration millis(@Nullable String said, Duration otherwise) {
        return said != null && said.matches("[0-9]{1,9}") ? Duration.ofMillis(Long.parseLong(said)) : otherwise;
    }

    /// The longest pause between two looks of the controller for silent brokers.
    public Duration controllerLook() {
        return brokerSession.dividedBy(LOOKS);
    }

    /// From the death of a broker until others lead its partitions and nobody waits for its acknowledgements.
    public Duration failover() {
        return brokerSession.plus(controllerLook());
    }
}

package dev.relaybench.harness.expect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.relaybench.relay.spi.Guarantee;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BoundTest {
    @Test
    void neverScalesBelowHalfASecond() {
        assertThat(poll(Duration.ofSeconds(2)).scale(0.05)).isEqualTo(0.25);
        assertThat(poll(Duration.ofSeconds(12)).scale(0.05)).isEqualTo(0.05);
        assertThat(poll(Duration.ofMillis(300)).scale(0.05)).isEqualTo(1);
    }

    @Test
    void doesNotCountAMeasuredBootTowardsTheHalfSecond() {
        assertThat(poll(Duration.ofSeconds(2)).plusMeasuredBoot().scale(0.05)).isEqualTo(0.25);
    }

    @Test
    void keepsTheTermsThatScaleAtHalfASecondWhateverTheOthersAre() {
        Bound bound = poll(Duration.ofSeconds(2)).plusFixed("session", Duration.ofSeconds(9));

        assertThat(bound.scale(0.05)).isEqualTo(0.25);
        assertThat(bound.configured()).isEqualTo(Duration.ofSeconds(11));
        assertThat(poll(Duration.ofSeconds(8))
                        .plus("session", Duration.ofSeconds(2))
                        .scale(0.05))
                .isEqualTo(0.05);
    }

    @Test
    void scalesNoFurtherThanTheBoundAllows() {
        assertThat(poll(Duration.ofSeconds(10))
                        .notScaledBelow(Duration.ofSeconds(4))
                        .scale(0.05))
                .isEqualTo(0.4);
        assertThat(poll(Duration.ofSeconds(10))
                        .notScaledBelow(Duration.ofMillis(1))
                        .scale(0.05))
                .isEqualTo(0.05);
    }

    @Test
    void leavesTheTimesOfTheClusterAsTheyAre() {
        var cluster = new ClusterTimings(Duration.ofSeconds(4), Duration.ofMillis(800));
        Timings scaled = Timings.DEFAULTS.on(cluster).scaledBy(0.05);

        assertThat(scaled.cluster()).isEqualTo(cluster);
        assertThat(cluster.failover()).isEqualTo(Duration.ofMillis(4_500));
        assertThat(scaled.outboxPoll()).isEqualTo(Duration.ofMillis(100));
        assertThat(scaled.reconnectBackoffMax()).isEqualTo(Duration.ofMillis(50));
    }

    @Test
    void takesTheTimesOfTheClusterFromItsSettings() {
        assertThat(ClusterTimings.of(Map.of("broker.session.timeout.ms", "3000", "replica.fetch.backoff.ms", "500")))
                .isEqualTo(new ClusterTimings(Duration.ofSeconds(3), Duration.ofMillis(500)));
        assertThat(ClusterTimings.of(Map.of("broker.session.timeout.ms", "?"))).isEqualTo(ClusterTimings.DEFAULTS);
    }

    @Test
    void refusesATimeScaleOutsideOfItsRange() {
        assertThatThrownBy(() -> Timings.DEFAULTS.scaledBy(0)).hasMessageContaining("above 0 and at most 1, not 0");
        assertThatThrownBy(() -> Timings.DEFAULTS.scaledBy(1.5)).hasMessageContaining("not 1.5");
        assertThatThrownBy(() -> Timings.DEFAULTS.scaledBy(Double.NaN)).hasMessageContaining("not NaN");
    }

    @Test
    void forbidsAnUnmentionedAnomalyUnlessTheRelayDoesNotClaimItsAbsence() {
        var both = Set.of(Guarantee.AT_LEAST_ONCE, Guarantee.AGGREGATE_ORDER);
        for (Anomaly anomaly : Anomaly.values()) {
            assertThat(Expectation.unmentioned(anomaly, both).grade()).isEqualTo(Grade.FORBIDDEN);
        }
        assertThat(Expectation.unmentioned(Anomaly.REORDERED, Set.of()).brokenBy(1_000_000))
                .isFalse();
        assertThat(Expectation.unmentioned(Anomaly.PHANTOM, Set.of()).brokenBy(1))
                .isTrue();
    }

    @Test
    void refusesABudgetForWhatIsForbidden() {
        assertThatThrownBy(() -> new Expectation(Anomaly.LOST, Grade.FORBIDDEN, 1, "no"))
                .hasMessageContaining("LOST is forbidden, so its budget must be 0, not 1");
    }

    private static Bound poll(Duration period) {
        return Bound.of("1 poll", Origin.HEAL, "poll", period);
    }
}

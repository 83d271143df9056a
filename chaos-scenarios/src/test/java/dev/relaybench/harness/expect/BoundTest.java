package dev.relaybench.harness.expect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.relaybench.relay.spi.Guarantee;
import java.time.Duration;
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

package dev.relaybench.harness.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class ClockSkewTest {
    private static final Instant ZERO = Instant.parse("2030-01-01T00:00:00Z");

    @Test
    void countsFromTheMiddleOfTheRoundTrip() {
        ClockSkew skew = ClockSkew.measured(ZERO, ZERO.plusMillis(35), ZERO.plusMillis(10));
        assertThat(skew.figure()).isEqualTo("30.0 (+/- 5.0)");
        assertThat(skew.required("it")).isEqualTo("30.0 (+/- 5.0)");
    }

    @Test
    void refusesWhatIsTooMuchBeyondItsUncertainty() {
        assertThatThrownBy(() -> ClockSkew.measured(ZERO, ZERO.minusMillis(60), ZERO.plusMillis(4))
                        .required("The server"))
                .isInstanceOf(TestbedException.class)
                .hasMessage(
                        "The clock of The server is 62 ms (give or take 2.0 ms) behind this host's, and 50 ms is the"
                                + " most that results allow: synchronise both by NTP (chrony).");
        // A slow round trip proves nothing.
        assertThat(ClockSkew.measured(ZERO, ZERO.plusMillis(90), ZERO.plusMillis(60))
                        .required("it"))
                .isEqualTo("60.0 (+/- 30.0)");
    }

    @Test
    void believesTheQuickestRoundTrip() {
        ClockSkew slow = ClockSkew.measured(ZERO, ZERO.plusMillis(500), ZERO.plusMillis(1000));
        ClockSkew quick = ClockSkew.measured(ZERO, ZERO.plusMillis(3), ZERO.plusMillis(2));
        assertThat(ClockSkew.UNKNOWN.orBetter(slow).orBetter(quick).orBetter(slow))
                .isEqualTo(quick);
    }
}

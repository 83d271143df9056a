package dev.relaybench.harness.testbed;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/// How far a server's clock is from this host's.
///
/// Results subtract a server's time from another's: commit times are PostgreSQL's, append times the broker's.
///
/// @param ahead how far the server's clock is ahead; negative if it is behind
/// @param uncertainty half of the round trip by which it was measured: the true skew is no further away than that
record ClockSkew(Duration ahead, Duration uncertainty) {
    /// A tenth of the shortest bound that a verdict is given on.
    static final Duration LIMIT = Duration.ofMillis(50);

    static final ClockSkew UNKNOWN = new ClockSkew(Duration.ZERO, Duration.ofDays(1));
    /// The quickest of a few round trips says most.
    static final int ATTEMPTS = 5;

    private static final double NANOS_IN_MILLI = 1e6;

    /// @param before on this host's clock, before the question
    /// @param there the server's answer
    /// @param after on this host's clock, after the answer
    static ClockSkew measured(Instant before, Instant there, Instant after) {
        Duration half = Duration.between(before, after).dividedBy(2);
        return new ClockSkew(Duration.between(before.plus(half), there), half);
    }

    /// For a server that tells whole milliseconds only.
    ClockSkew roundedToMillis() {
        return new ClockSkew(ahead.plusNanos(500_000), uncertainty.plusNanos(500_000));
    }

    ClockSkew orBetter(ClockSkew other) {
        return other.uncertainty.compareTo(uncertainty) < 0 ? other : this;
    }

    /// The figure for the report, if results may count from it.
    /// @throws TestbedException if the clocks differ by more than the limit beyond doubt, naming server and figure
    String required(String server) {
        if (ahead.abs().minus(uncertainty).compareTo(LIMIT) > 0) {
            throw new TestbedException(String.format(
                    Locale.ROOT,
                    "The clock of %s is %.0f ms (give or take %.1f ms) %s this host's, and %d ms is the most"
                            + " that results"
                            + " allow: synchronise both by NTP (chrony).",
                    server,
                    ahead.abs().toNanos() / NANOS_IN_MILLI,
                    uncertainty.toNanos() / NANOS_IN_MILLI,
                    ahead.isNegative() ? "behind" : "ahead of",
                    LIMIT.toMillis()));
        }
        return figure();
    }

    /// Whether the round trip was so slow that a skew beyond the limit may hide in it.
    boolean isVague() {
        return uncertainty.compareTo(LIMIT) > 0;
    }

    /// Milliseconds, with their uncertainty.
    String figure() {
        return String.format(
                Locale.ROOT,
                "%.1f (+/- %.1f)",
                ahead.toNanos() / NANOS_IN_MILLI,
                uncertainty.toNanos() / NANOS_IN_MILLI);
    }
}

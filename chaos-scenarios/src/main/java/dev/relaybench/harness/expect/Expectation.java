package dev.relaybench.harness.expect;

import dev.relaybench.relay.spi.Guarantee;
import java.util.Set;

/// What a plan says of one anomaly.
///
/// @param anomaly the anomaly
/// @param grade how it counts
/// @param budget how often it may be seen over the whole run; {@link #UNLIMITED} where the relay makes no promise
/// @param reason why, as a sentence for the report
public record Expectation(Anomaly anomaly, Grade grade, long budget, String reason) {
    /// The budget of an anomaly whose absence is not claimed at all.
    public static final long UNLIMITED = Long.MAX_VALUE;

    public Expectation {
        if (budget < 0) {
            throw new IllegalArgumentException("the budget of " + anomaly + " is negative: " + budget);
        }
        if (grade == Grade.FORBIDDEN && budget != 0) {
            throw new IllegalArgumentException(anomaly + " is forbidden, so its budget must be 0, not " + budget);
        }
    }

    /// The expectation of an anomaly that a plan does not mention: forbidden, unless its absence is a guarantee that
    /// the relay does not give.
    public static Expectation unmentioned(Anomaly anomaly, Set<Guarantee> guarantees) {
        return switch (anomaly) {
            case LOST, STALLED ->
                guarantees.contains(Guarantee.AT_LEAST_ONCE)
                        ? forbidden(anomaly)
                        : notClaimed(anomaly, "the relay does not claim to publish every row");
            case REORDERED ->
                guarantees.contains(Guarantee.AGGREGATE_ORDER)
                        ? forbidden(anomaly)
                        : notClaimed(anomaly, "the relay does not claim to keep the order of an aggregate");
            case DUPLICATED, PHANTOM, CORRUPTED -> forbidden(anomaly);
        };
    }

    private static Expectation forbidden(Anomaly anomaly) {
        return new Expectation(anomaly, Grade.FORBIDDEN, 0, "not mentioned by the scenario, so it must not be seen");
    }

    private static Expectation notClaimed(Anomaly anomaly, String reason) {
        return new Expectation(anomaly, Grade.INTERESTING, UNLIMITED, reason);
    }

    /// Whether so many of them break the verdict.
    public boolean brokenBy(long count) {
        return count > budget;
    }
}

package dev.relaybench.harness.expect;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// A promised recovery time.
///
/// @param formula the promise in words, for example `delivery timeout + 1 outbox poll`
/// @param origin what it is counted from
/// @param terms the configured terms, by name
/// @param includesBoot whether the measured boot of the relay is a further term
public record Bound(String formula, Origin origin, Map<String, Duration> terms, boolean includesBoot) {
    /// No row may scale its bound below this: one would judge the host, not the relay.
    public static final Duration SCALED_MIN = Duration.ofMillis(500);

    public Bound {
        terms = Map.copyOf(terms);
        if (terms.isEmpty()) {
            throw new IllegalArgumentException("the bound \"" + formula + "\" has no term");
        }
    }

    /// A bound of one configured term.
    public static Bound of(String formula, Origin origin, String term, Duration value) {
        return new Bound(formula, origin, Map.of(term, value), false);
    }

    /// The same bound with one more configured term.
    public Bound plus(String term, Duration value) {
        var more = new LinkedHashMap<>(terms);
        more.put(term, value);
        return new Bound(formula, origin, more, includesBoot);
    }

    /// The same bound with the boot of the relay added, as measured in each trial.
    public Bound plusMeasuredBoot() {
        return new Bound(formula, origin, terms, true);
    }

    /// Sum of the configured terms.
    public Duration configured() {
        return terms.values().stream().reduce(Duration.ZERO, Duration::plus);
    }

    /// The factor by which this row may scale: the asked one, or the smallest that keeps the configured terms at
    /// {@link #SCALED_MIN}; never above 1. Call it on the bound at scale 1.
    ///
    /// @param asked the factor that was asked for, in (0, 1]
    public double scale(double asked) {
        double smallest = (double) SCALED_MIN.toNanos() / configured().toNanos();
        return Math.min(1, Math.max(asked, smallest));
    }
}

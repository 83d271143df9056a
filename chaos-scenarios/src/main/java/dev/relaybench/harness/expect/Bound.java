package dev.relaybench.harness.expect;

import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// A promised recovery time.
///
/// @param formula the promise in words, for example `delivery timeout + 1 outbox poll`
/// @param origin what it is counted from
/// @param terms the configured terms, by name
/// @param fixed the names of those that a time scale does not shrink, since the relay is not configured with them
/// @param scaledMin the least that the others may shrink to together
/// @param includesBoot whether the measured boot of the relay is a further term
public record Bound(
        String formula,
        Origin origin,
        Map<String, Duration> terms,
        Set<String> fixed,
        Duration scaledMin,
        boolean includesBoot) {
    /// No row may scale its bound below this: one would judge the host, not the relay.
    public static final Duration SCALED_MIN = Duration.ofMillis(500);

    public Bound {
        terms = Map.copyOf(terms);
        fixed = Set.copyOf(fixed);
        if (terms.isEmpty()) {
            throw new IllegalArgumentException("the bound \"" + formula + "\" has no term");
        }
    }

    /// A bound of one configured term.
    public static Bound of(String formula, Origin origin, String term, Duration value) {
        return new Bound(formula, origin, Map.of(term, value), Set.of(), SCALED_MIN, false);
    }

    /// The same bound with one more configured term.
    public Bound plus(String term, Duration value) {
        var more = new LinkedHashMap<>(terms);
        more.put(term, value);
        return new Bound(formula, origin, more, fixed, scaledMin, includesBoot);
    }

    /// The same bound with one more term that the time scale does not shrink: one of the cluster's own.
    public Bound plusFixed(String term, Duration value) {
        var more = new HashSet<>(fixed);
        more.add(term);
        Bound longer = plus(term, value);
        return new Bound(formula, origin, longer.terms, more, scaledMin, includesBoot);
    }

    /// The same bound with the boot of the relay added, as measured in each trial.
    public Bound plusMeasuredBoot() {
        return new Bound(formula, origin, terms, fixed, scaledMin, true);
    }

    /// The same bound under another formula, to which terms are to be added.
    public Bound reworded(String words) {
        return new Bound(words, origin, terms, fixed, scaledMin, includesBoot);
    }

    /// The same bound, where the terms that scale may not shrink below this together, nor below {@link #SCALED_MIN}.
    public Bound notScaledBelow(Duration least) {
        Duration min = least.compareTo(SCALED_MIN) < 0 ? SCALED_MIN : least;
        return new Bound(formula, origin, terms, fixed, min, includesBoot);
    }

    /// Sum of the configured terms.
    public Duration configured() {
        return terms.values().stream().reduce(Duration.ZERO, Duration::plus);
    }

    /// The factor by which this row may scale: the asked one, or the smallest that keeps the terms that scale at
    /// {@link #scaledMin}; never above 1. Fixed terms do not count: where the cluster takes all of their time, the
    /// others are all that the relay and the host have. Call it on the bound at scale 1.
    ///
    /// @param asked the factor that was asked for, in (0, 1]
    public double scale(double asked) {
        Duration scaling = terms.entrySet().stream()
                .filter(term -> !fixed.contains(term.getKey()))
                .map(Map.Entry::getValue)
                .reduce(Duration.ZERO, Duration::plus);
        double smallest = (double) scaledMin.toNanos() / Math.max(1, scaling.toNanos());
        return Math.min(1, Math.max(asked, smallest));
    }
}

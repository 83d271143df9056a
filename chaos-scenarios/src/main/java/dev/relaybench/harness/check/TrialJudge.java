package dev.relaybench.harness.check;

import dev.relaybench.harness.expect.Bound;
import dev.relaybench.harness.history.History;
import dev.relaybench.harness.history.HistoryEvent.FaultHealed;
import dev.relaybench.harness.history.HistoryEvent.FaultInjected;
import dev.relaybench.harness.history.HistoryEvent.HostStalled;
import dev.relaybench.report.run.Judgement;
import dev.relaybench.report.run.VerdictRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Judges the bound of one trial: `allowed = bound + steady-state publish p99 + J`, where J is the sum of the host
/// stalls that were seen between origin and recovery, at most {@link #STALL_SHARE_MAX} of the bound.
final class TrialJudge {
    /// Stalls beyond this share of the bound are not allowed for: a miss is then inconclusive.
    static final double STALL_SHARE_MAX = 0.2;

    private final Bound bound;
    private final History history;
    private final Instant zero;
    private final double publishP99Millis;

    TrialJudge(Bound bound, History history, Instant zero, double publishP99Millis) {
        this.bound = bound;
        this.history = history;
        this.zero = zero;
        this.publishP99Millis = publishP99Millis;
    }

    VerdictRecord.Trial judge(FaultInjected injected, Optional<FaultHealed> healed, Instant until) {
        Affected affected = Affected.by(bound.origin(), history, injected, healed, until);
        var promised = promised(affected.boot());
        @Nullable
        Instant origin = affected.rows().stream()
                .map(Affected.Row::origin)
                .min(Instant::compareTo)
                .orElse(null);
        long missing =
                affected.rows().stream().filter(row -> row.seenAt().isEmpty()).count();
        @Nullable
        Instant recoveredAt = missing > 0
                ? null
                : affected.rows().stream()
                        .map(row -> row.seenAt().orElseThrow())
                        .max(Instant::compareTo)
                        .orElse(null);
        VerdictRecord.@Nullable Recovery recovery = recoveredAt == null ? null : recovery(affected);
        double stalled = origin == null ? 0 : stalledMillis(origin, recoveredAt == null ? until : recoveredAt);
        double cap = STALL_SHARE_MAX * promised.millis();
        double allowed = promised.millis() + publishP99Millis + Math.min(stalled, cap);

        Ruling ruling =
                rule(injected, healed, new Measured(affected.rows().size(), missing, recovery, allowed, stalled > cap));
        return new VerdictRecord.Trial(
                injected.trial(),
                ruling.judgement(),
                ruling.reason(),
                Millis.between(zero, injected.startedAt()),
                healed.map(heal -> Millis.between(zero, heal.at())).orElse(null),
                origin == null ? null : Millis.between(zero, origin),
                recoveredAt == null ? null : Millis.between(zero, recoveredAt),
                affected.rows().size(),
                recovery,
                promised,
                allowed,
                Map.of("publish p99", publishP99Millis, "host stalls", Math.min(stalled, cap)),
                evidence(injected, healed));
    }

    private VerdictRecord.Bound promised(Optional<Duration> boot) {
        var terms = new LinkedHashMap<String, Double>();
        boot.filter(length -> bound.includesBoot()).ifPresent(length -> terms.put("boot", Millis.of(length)));
        bound.terms().forEach((term, value) -> terms.put(term, Millis.of(value)));
        return new VerdictRecord.Bound(
                terms.values().stream().mapToDouble(Double::doubleValue).sum(), terms);
    }

    private static VerdictRecord.Recovery recovery(Affected affected) {
        double[] times = affected.rows().stream()
                .mapToDouble(row -> Millis.between(row.origin(), row.seenAt().orElseThrow()))
                .sorted()
                .toArray();
        return new VerdictRecord.Recovery(times[0], SteadyStateMeter.percentile(times, 0.5), times[times.length - 1]);
    }

    private double stalledMillis(Instant from, Instant to) {
        return history.all(HostStalled.class)
                .filter(stall -> stall.at().isAfter(from)
                        && stall.at().minus(stall.length()).isBefore(to))
                .mapToDouble(stall -> Millis.of(stall.length()))
                .sum();
    }

    private static Ruling rule(FaultInjected injected, Optional<FaultHealed> healed, Measured measured) {
        if (!injected.bit()) {
            return new Ruling(Judgement.INCONCLUSIVE, "the fault did not bite: " + injected.evidence());
        }
        if (healed.isEmpty() || !healed.get().healed()) {
            return new Ruling(Judgement.INCONCLUSIVE, "the end of the fault was not confirmed");
        }
        if (measured.rows() == 0) {
            return new Ruling(Judgement.INCONCLUSIVE, "no row was affected by the fault");
        }
        if (measured.recovery() == null) {
            String count = measured.missing() + " of " + measured.rows();
            return new Ruling(Judgement.BROKEN, count + " affected rows never reached their topic");
        }
        double last = measured.recovery().lastMillis();
        String times = "the last of " + measured.rows() + " rows took " + words(last) + ", allowed "
                + words(measured.allowedMillis());
        if (last <= measured.allowedMillis()) {
            return new Ruling(Judgement.HELD, times);
        }
        if (measured.stalledTooLong()) {
            return new Ruling(Judgement.INCONCLUSIVE, "the host stalled too long to judge it: " + times);
        }
        return new Ruling(Judgement.BROKEN, times);
    }

    private static String words(double millis) {
        return String.format(Locale.ROOT, "%.3f s", millis / 1_000);
    }

    private static Map<String, String> evidence(FaultInjected injected, Optional<FaultHealed> healed) {
        var all = new LinkedHashMap<>(injected.evidence());
        healed.ifPresent(heal -> all.putAll(heal.evidence()));
        return all;
    }

    private record Measured(
            int rows,
            long missing,
            VerdictRecord.@Nullable Recovery recovery,
            double allowedMillis,
            boolean stalledTooLong) {}

    private record Ruling(Judgement judgement, String reason) {}
}

package dev.relaybench.harness.check;

import dev.relaybench.harness.Plan;
import dev.relaybench.harness.history.History;
import dev.relaybench.harness.history.HistoryEvent.FaultInjected;
import dev.relaybench.harness.history.HistoryEvent.Phase;
import dev.relaybench.harness.history.RowStory;
import dev.relaybench.report.run.VerdictRecord.SteadyState;
import java.time.Duration;
import java.util.List;

/// Measures what was normal before the first fault.
///
/// The steady state is reached if at least 90 % of the rows that the schedule wanted in its phase were committed,
/// every one of them was seen before the first fault, and 99 % were published faster than the promised recovery: a
/// relay that is slower than that without a fault shows nothing with one.
final class SteadyStateMeter {
    private static final double LOAD_MIN = 0.9;
    /// Rows of the last moment before the fault may be on their way when it strikes.
    private static final Duration ON_THEIR_WAY = Duration.ofMillis(500);

    private SteadyStateMeter() {}

    static SteadyState measure(Plan plan, History history, List<Stretch> stretches) {
        var steady = stretches.stream()
                .filter(stretch -> stretch.phase() == Phase.STEADY_STATE)
                .map(stretch -> new Stretch(
                        stretch.phase(), stretch.from(), stretch.to().minus(ON_THEIR_WAY)))
                .findFirst();
        if (steady.isEmpty()) {
            return new SteadyState(false, 0, 0, 0);
        }
        var rows = history.rows().values().stream()
                .filter(row -> row.committed()
                        .filter(c -> steady.get().contains(c.at()))
                        .isPresent())
                .toList();
        double[] latencies = rows.stream()
                .filter(row -> row.firstSeenAt().isPresent())
                .mapToDouble(SteadyStateMeter::publishMillis)
                .sorted()
                .toArray();
        double committedShare = 1 - 1.0 / plan.workload().rollbackEvery();
        double wanted = plan.workload().rateRowsPerSecond()
                * committedShare
                * Millis.of(steady.get().length())
                / 1_000;
        double p99Millis = percentile(latencies, 0.99);
        boolean reached = rows.size() >= LOAD_MIN * wanted
                && !rows.isEmpty()
                && p99Millis < Millis.of(plan.bound().configured())
                && rows.stream().allMatch(row -> publishedBeforeFault(row, history));
        return new SteadyState(reached, rows.size(), percentile(latencies, 0.5), p99Millis);
    }

    /// Commit to sight, as the recovery is measured, so that the one can be allowed for in the other.
    private static double publishMillis(RowStory row) {
        return Millis.between(
                row.committed().orElseThrow().at(), row.firstSeenAt().orElseThrow());
    }

    private static boolean publishedBeforeFault(RowStory row, History history) {
        var fault = history.first(FaultInjected.class);
        return row.firstSeenAt()
                .filter(seen -> fault.isEmpty() || seen.isBefore(fault.get().startedAt()))
                .isPresent();
    }

    /// Nearest rank on sorted values; 0 for none.
    static double percentile(double[] sorted, double share) {
        if (sorted.length == 0) {
            return 0;
        }
        return sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
    }
}

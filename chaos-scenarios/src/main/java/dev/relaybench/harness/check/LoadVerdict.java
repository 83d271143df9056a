package dev.relaybench.harness.check;

import dev.relaybench.harness.expect.Expectation;
import dev.relaybench.harness.history.History;
import dev.relaybench.harness.history.HistoryEvent;
import dev.relaybench.harness.history.HistoryEvent.Phase;
import dev.relaybench.harness.history.RowStory;
import dev.relaybench.harness.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/// Whether the figures of a run without faults count: one that lost, doubled, invented or garbled a row, or that did
/// not offer the load it names, has none.
///
/// @param rows the rows that count: requested after the warm-up, committed and seen
/// @param voidReason why the figures do not count; empty if they do
public record LoadVerdict(List<RowStory> rows, Optional<String> voidReason) {
    private static final double LOAD_MIN = 0.9;

    public LoadVerdict {
        rows = List.copyOf(rows);
    }

    /// Judges a recorded run.
    public static LoadVerdict of(History history, Workload workload) {
        var stretches = Stretch.all(history);
        var measured = stretches.stream()
                .filter(stretch -> stretch.phase() == Phase.STEADY_STATE)
                .findFirst();
        if (measured.isEmpty() || history.first(HistoryEvent.RunEnded.class).isEmpty()) {
            return new LoadVerdict(List.of(), Optional.of("the run was cut short"));
        }
        var rows = history.rows().values().stream()
                .filter(row -> row.requested()
                        .filter(request -> measured.get().contains(request.intendedAt()))
                        .isPresent())
                .filter(row -> row.committed().isPresent() && row.firstSeenAt().isPresent())
                .toList();
        return new LoadVerdict(
                rows, anomaly(history).or(() -> shortfall(rows, measured.get().length(), workload)));
    }

    private static Optional<String> anomaly(History history) {
        var guarantees = history.first(HistoryEvent.RunStarted.class)
                .map(HistoryEvent.RunStarted::guarantees)
                .orElseThrow();
        for (Checker checker : ServiceLoader.load(Checker.class)) {
            Findings findings = checker.check(history);
            if (Expectation.unmentioned(checker.anomaly(), guarantees).brokenBy(findings.count())) {
                return Optional.of(checker.anomaly() + " " + findings.count() + " times: "
                        + findings.counterexamples().getFirst());
            }
        }
        return Optional.empty();
    }

    private static Optional<String> shortfall(List<RowStory> rows, Duration length, Workload workload) {
        double share = 1 - 1.0 / workload.rollbackEvery();
        double wanted = workload.rateRowsPerSecond() * share * Millis.of(length) / 1_000;
        return rows.size() >= LOAD_MIN * wanted
                ? Optional.empty()
                : Optional.of("overload: only %d of %.0f rows were committed and seen".formatted(rows.size(), wanted));
    }
}

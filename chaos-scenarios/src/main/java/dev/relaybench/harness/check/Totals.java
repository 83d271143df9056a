package dev.relaybench.harness.check;

import dev.relaybench.harness.history.History;
import dev.relaybench.harness.history.HistoryEvent.Committed;
import dev.relaybench.harness.history.HistoryEvent.HostStalled;
import dev.relaybench.harness.history.HistoryEvent.Outcome;
import dev.relaybench.harness.history.HistoryEvent.Published;
import dev.relaybench.harness.history.HistoryEvent.Requested;
import dev.relaybench.harness.history.RowStory;
import dev.relaybench.report.run.VerdictRecord.Counts;

/// Counts over a whole history, for the reader; nothing is judged by them.
final class Totals {
    private Totals() {}

    static Counts of(History history) {
        long requested = history.all(Requested.class).count();
        long committed = history.all(Committed.class).count();
        return new Counts(
                requested,
                committed,
                history.rows().values().stream().filter(Totals::aborted).count(),
                history.rows().values().stream().filter(Totals::indeterminate).count(),
                history.all(Published.class).count(),
                history.all(HostStalled.class).count(),
                history.all(HostStalled.class)
                        .mapToDouble(stall -> Millis.of(stall.length()))
                        .sum());
    }

    private static boolean aborted(RowStory row) {
        return row.requested().isPresent() && row.committed().isEmpty();
    }

    private static boolean indeterminate(RowStory row) {
        return row.requested().isPresent()
                && row.answered().map(a -> a.outcome() == Outcome.INDETERMINATE).orElse(true);
    }
}

package dev.relaybench.harness.check;

import com.google.auto.service.AutoService;
import dev.relaybench.harness.expect.Anomaly;
import dev.relaybench.harness.history.History;

/// A committed row that is on no topic although load has stopped, every fault is healed and the drain is over; the
/// relay still counts it as waiting.
///
/// Catches a relay without a fallback, or whose loop has died.
@AutoService(Checker.class)
public final class StalledChecker implements Checker {
    @Override
    public Anomaly anomaly() {
        return Anomaly.STALLED;
    }

    @Override
    public Findings check(History history) {
        return Findings.ofRows(
                history.rows().values().stream()
                        .filter(row -> row.committed().isPresent())
                        .filter(row -> row.copies().isEmpty() && row.pending()),
                row -> "row " + row.id() + " was committed at "
                        + row.committed().orElseThrow().at() + " and still waited to be published after the drain");
    }
}

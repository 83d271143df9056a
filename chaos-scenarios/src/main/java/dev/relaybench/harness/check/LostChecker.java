package dev.relaybench.harness.check;

import com.google.auto.service.AutoService;
import dev.relaybench.harness.expect.Anomaly;
import dev.relaybench.harness.history.History;

/// A committed row that is on no topic, and that the relay no longer means to publish.
///
/// Catches a relay that marks a row before the broker has it, forgets what was only in memory, or pages past a late
/// commit.
@AutoService(Checker.class)
public final class LostChecker implements Checker {
    @Override
    public Anomaly anomaly() {
        return Anomaly.LOST;
    }

    @Override
    public Findings check(History history) {
        return Findings.ofRows(
                history.rows().values().stream()
                        .filter(row -> row.committed().isPresent())
                        .filter(row -> row.copies().isEmpty() && !row.pending()),
                row -> "row " + row.id() + " was committed at "
                        + row.committed().orElseThrow().at() + " and is on no topic, and the relay counts it as done");
    }
}

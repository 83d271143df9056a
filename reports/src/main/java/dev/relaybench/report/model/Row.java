package dev.relaybench.report.model;

import dev.relaybench.report.run.StoredRun;
import dev.relaybench.report.run.VerdictRecord;
import dev.relaybench.report.run.VerdictRecord.Trial;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// One run as a row of the fallback table.
///
/// @param id anchor in the page, `scenario-relay`; unique in the report
/// @param run the run
/// @param where its directory, relative to the report
public record Row(String id, StoredRun run, String where) {
    private static final Comparator<Trial> BEST_FIRST =
            Comparator.comparing(Trial::judgement).thenComparingDouble(Row::share);

    /// How it ended.
    public Status status() {
        return Status.of(run);
    }

    /// The scenario's name.
    public String scenario() {
        return run.manifest().scenario();
    }

    /// The relay's name.
    public String relay() {
        return run.manifest().relay();
    }

    /// The relay, and where it ran unless that was the default: `reference on containers`.
    public String subject() {
        String environment = run.manifest().environment();
        return environment.equals("embedded") ? relay() : relay() + " on " + environment;
    }

    /// What the run showed, unless it was interrupted before that.
    public Optional<VerdictRecord> verdict() {
        return run.verdict();
    }

    /// The trials, none if the run was interrupted before its verdict.
    public List<Trial> trials() {
        return verdict().map(VerdictRecord::trials).orElse(List.of());
    }

    /// The trial that the row shows: the worst judgement, and of these the one that came nearest to its allowance or
    /// went furthest beyond it.
    public Optional<Trial> worstTrial() {
        return trials().stream().max(BEST_FIRST);
    }

    /// Why it ended so, worst reason first; at least one sentence.
    public List<String> reasons() {
        if (status() == Status.NOT_FINISHED) {
            return List.of("The run was interrupted before its verdict, so it proves nothing; repeat it.");
        }
        List<String> stored = verdict().map(VerdictRecord::reasons).orElse(List.of());
        if (!stored.isEmpty()) {
            return stored;
        }
        return List.of(
                status() == Status.HELD
                        ? "The bound was met and nothing forbidden was seen."
                        : "The verdict has no reason; judge the run again.");
    }

    /// The worst reason.
    public String reason() {
        return reasons().getFirst();
    }

    /// Recovery as a share of what was allowed; no recovery at all is beyond every share.
    private static double share(Trial trial) {
        var recovery = trial.recovery();
        return recovery == null ? Double.POSITIVE_INFINITY : recovery.lastMillis() / trial.allowedMillis();
    }
}

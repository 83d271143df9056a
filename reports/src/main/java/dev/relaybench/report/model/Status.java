package dev.relaybench.report.model;

import dev.relaybench.report.run.Judgement;
import dev.relaybench.report.run.StoredRun;

/// How a row ended, worst first. Each has a word and a shape, so that nothing is told by colour alone.
public enum Status {
    /// A bound was missed or a forbidden anomaly was seen.
    BROKEN("broken", "✕"),
    /// The run proves nothing.
    INCONCLUSIVE("inconclusive", "?"),
    /// The run was interrupted.
    NOT_FINISHED("not finished", "…"),
    /// The environment lacks what the scenario needs.
    NOT_RUN("not run", "–"),
    /// The bound was met and nothing forbidden was seen.
    HELD("held", "✓");

    private final String word;
    private final String shape;

    Status(String word, String shape) {
        this.word = word;
        this.shape = shape;
    }

    /// The status of a run.
    public static Status of(StoredRun run) {
        return run.judgement().map(Status::of).orElse(NOT_FINISHED);
    }

    /// The status of something judged.
    public static Status of(Judgement judgement) {
        return switch (judgement) {
            case BROKEN -> BROKEN;
            case INCONCLUSIVE -> INCONCLUSIVE;
            case NOT_RUN -> NOT_RUN;
            case HELD -> HELD;
        };
    }

    /// In lower case, as it stands in a sentence.
    public String word() {
        return word;
    }

    /// One character.
    public String shape() {
        return shape;
    }

    /// Name of a style class.
    public String style() {
        return word.replace(' ', '-');
    }
}

package dev.relaybench.report.panel;

import com.google.auto.service.AutoService;
import dev.relaybench.report.model.Report;
import dev.relaybench.report.panel.Content.Definition;
import java.util.List;

/// The words of the report, defined.
@AutoService(Panel.class)
public final class HowToReadPanel implements Panel {
    private static final List<Definition> WORDS = List.of(
            word(
                    "Origin",
                    "The instant that a bound is counted from, named in each row: a rejection, a restart, a heal. The"
                            + " fault is placed at different phases of the poll period, so that the worst case"
                            + " is visited."),
            word("Bound", "What the fallback promises, as a formula over configuration. It is never widened by hand."),
            word(
                    "Measured",
                    "From the origin to the last affected row seen on its topic. First and median stand below."),
            word(
                    "Allowed",
                    "Bound + steady-state publish time (p99) + J. J is the sum of the host's stalls longer than 10 ms"
                            + " between origin and recovery, as measured, and at most 20 % of the bound."),
            word("Margin", "Allowed less measured, and its share of what was allowed. Negative where it was missed."),
            word("Held", "Every trial met its allowance, and nothing forbidden was seen."),
            word("Broken", "A trial took longer than allowed, or an anomaly beyond its budget was seen."),
            word(
                    "Inconclusive",
                    "The run proves nothing: the fault did not bite, the steady state was not reached, the load was too"
                            + " small, or the host stalled beyond the cap. It never counts as a pass."),
            word(
                    "Not run",
                    "The environment lacks what the scenario needs, for example a broker that may be killed. It counts"
                            + " neither as a pass nor as a failure."),
            word("Not finished", "The run was interrupted before its verdict."),
            word(
                    "Anomalies",
                    "LOST: committed, never published. DUPLICATED: published more than once. REORDERED: within one key,"
                            + " not in commit order. PHANTOM: published although rolled back. CORRUPTED: wrong topic,"
                            + " key or payload. STALLED: publishing stopped. DOUBLE_EFFECT: the external effect"
                            + " happened twice. Judged by identity over the whole history, and never excused by"
                            + " noise."),
            word("Lag", "Age of the oldest committed row that is not yet published."),
            word("Backlog", "Committed rows that are not yet published."),
            word(
                    "Time scale",
                    "A factor on the configured periods and thresholds, and so on the bounds; never on the"
                            + " allowances."));

    @Override
    public int order() {
        return 600;
    }

    @Override
    public String id() {
        return "reading";
    }

    @Override
    public String title() {
        return "How to read this";
    }

    @Override
    public boolean inSummary() {
        return false;
    }

    @Override
    public List<Content> draw(Report report) {
        return List.of(new Content.Definitions(WORDS));
    }

    private static Definition word(String term, String meaning) {
        return new Definition(term, Text.of(meaning));
    }
}

package dev.relaybench.report.panel;

import com.google.auto.service.AutoService;
import dev.relaybench.report.model.Numbers;
import dev.relaybench.report.model.Report;
import dev.relaybench.report.model.Row;
import dev.relaybench.report.model.Sentences;
import dev.relaybench.report.panel.Content.Column;
import dev.relaybench.report.run.Judgement;
import dev.relaybench.report.run.VerdictRecord;
import dev.relaybench.report.run.VerdictRecord.Anomaly;
import dev.relaybench.report.run.VerdictRecord.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The heart of the report: what each fallback promises beside what was measured.
@AutoService(Panel.class)
public final class FallbackTablePanel implements Panel {
    private static final List<Column> COLUMNS = List.of(
            Column.words("Scenario"),
            Column.words("Verdict"),
            Column.words("Fault and recovery path"),
            Column.numbers("Bound"),
            Column.numbers("Allowed"),
            Column.numbers("Measured"),
            Column.numbers("Margin"),
            Column.words("Anomalies"));

    @Override
    public int order() {
        return 200;
    }

    @Override
    public String id() {
        return "fallbacks";
    }

    @Override
    public String title() {
        return "Fallback table";
    }

    @Override
    public List<Content> draw(Report report) {
        if (report.rows().isEmpty()) {
            return List.of(new Content.Paragraph(Text.of("Empty, because no scenario was run.")));
        }
        List<Content> contents = new ArrayList<>();
        contents.add(new Content.Table(
                "Promised and measured recovery, worst row first. Of several trials the worst is shown.",
                COLUMNS,
                report.rows().stream().map(FallbackTablePanel::line).toList()));
        Sentences.timeScales(report).forEach(each -> contents.add(new Content.Paragraph(Text.EMPTY.strong(each))));
        return contents;
    }

    private static Content.Line line(Row row) {
        Optional<VerdictRecord> verdict = row.verdict();
        Optional<Trial> worst = row.worstTrial();
        return new Content.Line(
                Optional.of(row.status()),
                List.of(
                        Text.EMPTY.link(row.scenario(), row.id()).line().quiet(row.subject()),
                        verdict(row),
                        verdict.map(FallbackTablePanel::promise).orElse(Text.of(row.reason())),
                        worst.map(trial -> bound(verdict.orElseThrow(), trial)).orElse(none()),
                        worst.map(FallbackTablePanel::allowed).orElse(none()),
                        worst.map(FallbackTablePanel::measured).orElse(none()),
                        worst.map(FallbackTablePanel::margin).orElse(none()),
                        verdict.map(FallbackTablePanel::anomalies).orElse(none())));
    }

    private static Text verdict(Row row) {
        Text badge = Text.EMPTY.badge(row.status());
        int trials = row.trials().size();
        if (trials == 0) {
            return badge;
        }
        long held = row.trials().stream()
                .filter(trial -> trial.judgement() == Judgement.HELD)
                .count();
        return badge.line().quiet(held + " of " + trials + (trials == 1 ? " trial held" : " trials held"));
    }

    private static Text promise(VerdictRecord verdict) {
        return Text.of(verdict.promise().fault())
                .line()
                .quiet("→ " + verdict.promise().path());
    }

    private static Text bound(VerdictRecord verdict, Trial trial) {
        return Text.EMPTY
                .strong(Numbers.millis(trial.bound().millis()))
                .line()
                .quiet(verdict.promise().bound())
                .line()
                .quiet("from " + verdict.promise().origin());
    }

    private static Text allowed(Trial trial) {
        Text text = Text.EMPTY.strong(Numbers.millis(trial.allowedMillis()));
        for (var term : trial.allowances().entrySet()) {
            text = text.line().quiet("+ " + Numbers.millis(term.getValue()) + " " + term.getKey());
        }
        return text;
    }

    private static Text measured(Trial trial) {
        var recovery = trial.recovery();
        if (recovery == null) {
            return Text.EMPTY.strong("never").line().quiet("not all rows came");
        }
        return Text.EMPTY
                .strong(Numbers.millis(recovery.lastMillis()))
                .line()
                .quiet("median " + Numbers.millis(recovery.medianMillis()))
                .line()
                .quiet("first " + Numbers.millis(recovery.firstMillis()));
    }

    private static Text anomalies(VerdictRecord verdict) {
        Text text = Text.EMPTY;
        for (Anomaly anomaly : verdict.anomalies()) {
            if (anomaly.count() == 0 && !anomaly.broken()) {
                continue;
            }
            String seen = Numbers.count(anomaly.count()) + " " + words(anomaly.kind());
            text = text.parts().isEmpty() ? text : text.line();
            text = (anomaly.broken() ? text.strong(seen) : text.plain(seen)).quiet(" " + budget(anomaly));
        }
        return text.parts().isEmpty() ? text.quiet("none") : text;
    }

    private static String budget(Anomaly anomaly) {
        Long budget = anomaly.budget();
        if (budget == null) {
            return "(no limit)";
        }
        return budget == 0 ? "(forbidden)" : "(of " + Numbers.count(budget) + " allowed)";
    }

    private static Text margin(Trial trial) {
        return Sentences.marginShare(trial)
                .map(share -> Text.of(Sentences.margin(trial)).line().quiet(share))
                .orElse(none());
    }

    private static String words(String kind) {
        return kind.toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static Text none() {
        return Text.EMPTY.quiet(Numbers.NONE);
    }
}

package dev.relaybench.report.panel;

import com.google.auto.service.AutoService;
import dev.relaybench.report.model.Numbers;
import dev.relaybench.report.model.Report;
import dev.relaybench.report.model.Row;
import dev.relaybench.report.model.Sentences;
import dev.relaybench.report.model.Status;
import dev.relaybench.report.run.Sample;
import dev.relaybench.report.run.VerdictRecord;
import dev.relaybench.report.run.VerdictRecord.Trial;
import dev.relaybench.report.svg.Timeline;
import dev.relaybench.report.svg.TrialChart;
import java.util.ArrayList;
import java.util.List;

/// The evidence for each row: its trials, what happened when, and the numbers behind the figures.
@AutoService(Panel.class)
public final class TimelinePanel implements Panel {
    @Override
    public int order() {
        return 300;
    }

    @Override
    public String id() {
        return "timelines";
    }

    @Override
    public String title() {
        return "Timelines";
    }

    @Override
    public boolean inSummary() {
        return false;
    }

    @Override
    public List<Content> draw(Report report) {
        List<Content> contents = new ArrayList<>();
        report.rows().forEach(row -> row(row, contents));
        return contents;
    }

    private static void row(Row row, List<Content> to) {
        to.add(new Content.Heading(
                3,
                row.id(),
                Text.of(row.scenario()).quiet(" / " + row.subject() + " ").badge(row.status())));
        row.verdict()
                .ifPresent(verdict -> to.add(new Content.Paragraph(
                        Text.of(sentence(verdict.title())).line().quiet(checkedFor(verdict)))));
        reasons(row, to);
        if (row.status() != Status.NOT_RUN) {
            evidence(row, to);
        }
        to.add(new Content.Details(
                "Run it again",
                List.of(
                        new Content.CodeBlock(row.run().manifest().command()),
                        new Content.Paragraph(Text.of("Stored run: ").code(row.where())))));
    }

    private static void evidence(Row row, List<Content> to) {
        List<Sample> samples = row.run().samples();
        if (!row.trials().isEmpty()) {
            to.add(new Content.Figure(
                    TrialChart.of(row), Text.of("Recovery in each trial, counted from its origin, beside the bound.")));
        }
        figures(row, samples, to);
        List<Content> numbers = new ArrayList<>();
        if (!row.trials().isEmpty()) {
            numbers.add(NumberTables.trials(row));
        }
        row.verdict().ifPresent(verdict -> {
            if (!verdict.anomalies().isEmpty()) {
                numbers.add(NumberTables.anomalies(verdict));
            }
            numbers.add(NumberTables.counts(verdict));
        });
        if (!samples.isEmpty()) {
            numbers.add(NumberTables.samples(samples));
        }
        if (!numbers.isEmpty()) {
            to.add(new Content.Details("Numbers of " + row.scenario() + " / " + row.subject(), numbers));
        }
    }

    private static void figures(Row row, List<Sample> samples, List<Content> to) {
        if (samples.isEmpty()) {
            to.add(new Content.Paragraph(Text.of("The run stored no samples, so there is no timeline.")));
            return;
        }
        row.worstTrial()
                .ifPresent(trial -> to.add(
                        new Content.Figure(Timeline.ofTrial(row, trial, samples), Text.of(caption(row, trial)))));
        to.add(new Content.Figure(
                Timeline.ofRun(row, samples),
                Text.of(row.run().partial() ? "The run until it was interrupted." : "The whole run.")));
    }

    private static String caption(Row row, Trial trial) {
        String which = row.trials().size() == 1 ? "The trial" : "Trial " + trial.index() + ", the worst";
        return which + ": " + Sentences.measuredAndAllowed(trial) + "; " + Numbers.count(trial.affectedRows())
                + " rows affected.";
    }

    private static void reasons(Row row, List<Content> to) {
        List<String> reasons = row.reasons();
        Text text = Text.of(reasons.getFirst());
        for (String reason : reasons.subList(1, reasons.size())) {
            text = text.line().plain(reason);
        }
        to.add(new Content.Notice(row.status(), text));
    }

    private static String sentence(String title) {
        return title.endsWith(".") ? title : title + ".";
    }

    private static String checkedFor(VerdictRecord verdict) {
        return "Promised: " + verdict.promise().path() + " within "
                + verdict.promise().bound() + ", counted from "
                + verdict.promise().origin() + ". Holds for "
                + verdict.promise().backlog() + ".";
    }
}

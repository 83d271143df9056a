package dev.relaybench.report.panel;

import dev.relaybench.report.model.Numbers;
import dev.relaybench.report.model.Row;
import dev.relaybench.report.model.Sentences;
import dev.relaybench.report.model.Status;
import dev.relaybench.report.panel.Content.Column;
import dev.relaybench.report.panel.Content.Line;
import dev.relaybench.report.run.Sample;
import dev.relaybench.report.run.VerdictRecord;
import dev.relaybench.report.run.VerdictRecord.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The numbers behind a row's figures, as tables.
final class NumberTables {
    private static final int MOST_LINES = 120;

    private NumberTables() {}

    static Content trials(Row row) {
        List<Line> lines = new ArrayList<>();
        for (Trial trial : row.trials()) {
            var recovery = trial.recovery();
            lines.add(new Line(
                    Optional.empty(),
                    List.of(
                            Text.of("Trial " + trial.index()),
                            Text.EMPTY
                                    .badge(Status.of(trial.judgement()))
                                    .line()
                                    .quiet(trial.reason()),
                            Text.of(Numbers.at(trial.faultAtMillis())),
                            Text.of(Numbers.at(trial.healedAtMillis())),
                            Text.of(Numbers.count(trial.affectedRows())),
                            Text.of(Numbers.millis(recovery == null ? null : recovery.firstMillis())),
                            Text.of(Numbers.millis(recovery == null ? null : recovery.medianMillis())),
                            Text.of(Numbers.millis(recovery == null ? null : recovery.lastMillis())),
                            Text.of(Numbers.millis(trial.bound().millis()))
                                    .line()
                                    .quiet(Sentences.sum(trial.bound().terms())),
                            Text.of(Numbers.millis(trial.allowedMillis()))
                                    .line()
                                    .quiet(Sentences.sum(trial.allowances())),
                            Text.of(evidence(trial)))));
        }
        return new Content.Table(
                "Trials",
                List.of(
                        Column.words("Trial"),
                        Column.words("Verdict"),
                        Column.numbers("Fault at"),
                        Column.numbers("Healed at"),
                        Column.numbers("Rows affected"),
                        Column.numbers("First"),
                        Column.numbers("Median"),
                        Column.numbers("Last"),
                        Column.numbers("Bound"),
                        Column.numbers("Allowed"),
                        Column.words("Evidence of the fault")),
                lines);
    }

    static Content anomalies(VerdictRecord verdict) {
        List<Line> lines = new ArrayList<>();
        for (var anomaly : verdict.anomalies()) {
            Text examples = Text.of(anomaly.reason());
            for (String example : anomaly.counterexamples()) {
                examples = examples.line().code(example);
            }
            Long budget = anomaly.budget();
            lines.add(Line.of(
                    Text.of(anomaly.kind()),
                    Text.of(Numbers.count(anomaly.count())),
                    Text.of(budget == null ? "no limit" : Numbers.count(budget)),
                    Text.of(anomaly.grade()),
                    examples));
        }
        return new Content.Table(
                "Anomalies",
                List.of(
                        Column.words("Anomaly"),
                        Column.numbers("Seen"),
                        Column.numbers("Allowed"),
                        Column.words("Grade"),
                        Column.words("Reason and counterexamples")),
                lines);
    }

    static Content counts(VerdictRecord verdict) {
        var counts = verdict.counts();
        var steady = verdict.steadyState();
        return new Content.Table(
                "Totals, and what was normal before the first fault",
                List.of(Column.words("Figure"), Column.numbers("Value")),
                List.of(
                        line("Requests sent", Numbers.count(counts.requested())),
                        line("Rows committed", Numbers.count(counts.committed())),
                        line("Requests aborted", Numbers.count(counts.aborted())),
                        line("Requests indeterminate", Numbers.count(counts.indeterminate())),
                        line("Records published, copies included", Numbers.count(counts.published())),
                        line(
                                "Host stalls above 10 ms",
                                Numbers.count(counts.hostStalls()) + ", " + Numbers.millis(counts.hostStallMillis())),
                        line("Steady state reached", steady.reached() ? "yes" : "no"),
                        line("Steady state, rows", Numbers.count(steady.rows())),
                        line("Steady state, publish time p50", Numbers.millis(steady.publishP50Millis())),
                        line("Steady state, publish time p99", Numbers.millis(steady.publishP99Millis()))));
    }

    /// One line a second, or fewer in a long run: the last value of each metric in that time.
    static Content samples(List<Sample> samples) {
        double end = samples.stream().mapToDouble(Sample::atMillis).max().orElse(0);
        long stepSeconds = Math.max(1, (long) Math.ceil(end / 1000 / MOST_LINES));
        TreeSet<String> names = new TreeSet<>();
        Map<Long, Map<String, Double>> bySecond = new TreeMap<>();
        for (Sample sample : samples) {
            // Stalls are instants; the totals above have their sum.
            if (!sample.metric().equals("stall")) {
                String name = sample.subject() + " " + sample.metric();
                names.add(name);
                long second = (long) Math.floor(sample.atMillis() / 1000 / stepSeconds) * stepSeconds;
                bySecond.computeIfAbsent(second, at -> new TreeMap<>()).put(name, sample.value());
            }
        }
        List<Column> columns = new ArrayList<>(List.of(Column.words("From")));
        names.forEach(name -> columns.add(Column.numbers(name + unit(name))));
        List<Line> lines = new ArrayList<>();
        bySecond.forEach((second, values) -> {
            List<Text> cells = new ArrayList<>(List.of(Text.of(second + " s")));
            names.forEach(name -> cells.add(Text.of(Numbers.figure(values.get(name)))));
            lines.add(new Line(Optional.empty(), cells));
        });
        return new Content.Table("Samples, the last of each " + stepSeconds + " s", columns, lines);
    }

    private static String unit(String name) {
        return switch (name.substring(name.lastIndexOf(' ') + 1)) {
            case "backlog" -> ", rows";
            case "lag" -> ", ms";
            case "published", "committed" -> ", rows/s";
            case "refused" -> ", requests/s";
            default -> "";
        };
    }

    private static String evidence(Trial trial) {
        return trial.evidence().entrySet().stream()
                .map(entry -> entry.getKey() + ": " + entry.getValue())
                .collect(Collectors.joining("; "));
    }

    private static Line line(String name, String value) {
        return Line.of(Text.of(name), Text.of(value));
    }
}

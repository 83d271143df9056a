package dev.relaybench.report;

import dev.relaybench.report.model.Clean;
import dev.relaybench.report.model.Numbers;
import dev.relaybench.report.model.Report;
import dev.relaybench.report.model.Row;
import dev.relaybench.report.model.Sentences;
import dev.relaybench.report.model.Status;
import dev.relaybench.report.run.BenchmarkFile;
import dev.relaybench.report.run.BenchmarkRecord;
import dev.relaybench.report.run.StoredRun;
import dev.relaybench.report.run.VerdictRecord.Trial;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The fallback table as plain text, at most 120 columns wide.
public final class TerminalTable {
    private static final int WIDTH = 120;
    private static final int NUMBER = 10;
    private static final int VERDICT = 14;
    private static final int FIGURE = 52;
    private static final int PARAMS = 14;
    private static final int NAME = WIDTH - 3 * (NUMBER + 2) - VERDICT - 2;

    private TerminalTable() {}

    /// The table, worst row first, with a line of reason under each row that did not hold and the top line at its end.
    public static String render(List<StoredRun> runs) {
        Report report = Report.of(Path.of(""), runs, List.of());
        int name = Math.min(
                NAME,
                report.rows().stream().mapToInt(row -> name(row).length()).max().orElse(0));
        name = Math.max(name, "scenario".length());
        List<String> lines = new ArrayList<>();
        if (!report.rows().isEmpty()) {
            lines.add(line(name, List.of("scenario", "bound", "allowed", "measured", "verdict")));
        }
        for (Row row : report.rows()) {
            lines.add(line(
                    name,
                    List.of(
                            name(row),
                            worst(row, trial -> Numbers.millis(trial.bound().millis())),
                            worst(row, trial -> Numbers.millis(trial.allowedMillis())),
                            worst(row, TerminalTable::measured),
                            row.status().name().replace('_', ' '))));
            if (row.status() != Status.HELD) {
                lines.add(cut("  " + row.reason(), WIDTH));
            }
        }
        Sentences.timeScales(report).forEach(each -> lines.add(cut(each, WIDTH)));
        lines.add(cut(Sentences.topLine(report), WIDTH));
        return String.join("\n", lines) + "\n";
    }

    /// The figures of a benchmark, one a line: what, with what, how much, and the share of its limit or why it is void.
    public static String render(BenchmarkFile file) {
        List<String> lines = new ArrayList<>();
        for (BenchmarkRecord figure : file.benchmarks()) {
            String what = figure.group() + ": " + figure.name();
            String params = figure.params().entrySet().stream()
                    .map(entry -> entry.getKey() + " " + entry.getValue())
                    .collect(Collectors.joining(", "));
            lines.add(cut(pad(cut(what, FIGURE), FIGURE) + "  " + pad(params, PARAMS) + "  " + score(figure), WIDTH));
        }
        return String.join("\n", lines) + "\n";
    }

    private static String score(BenchmarkRecord figure) {
        if (figure.voidReason() != null) {
            return "void: " + figure.voidReason();
        }
        String score = Numbers.measured(figure.score()) + " " + figure.unit();
        @Nullable Double p99 = figure.percentiles().get("p99");
        if (p99 != null) {
            return score + " (p99 " + Numbers.measured(p99) + ")";
        }
        return figure.limit() == null
                ? score
                : score + " (" + Numbers.percent(figure.shareOfLimit()) + " of " + figure.limit() + ")";
    }

    private static String name(Row row) {
        return row.scenario() + " / " + row.subject();
    }

    private static String measured(Trial trial) {
        var recovery = trial.recovery();
        return recovery == null ? "never" : Numbers.millis(recovery.lastMillis());
    }

    private static String worst(Row row, Function<Trial, String> cell) {
        return row.worstTrial().map(cell).orElse(Numbers.NONE);
    }

    private static String line(int name, List<String> cells) {
        StringBuilder line = new StringBuilder(pad(cut(cells.getFirst(), name), name));
        for (String number : cells.subList(1, 4)) {
            line.append("  ")
                    .append(" ".repeat(Math.max(0, NUMBER - number.length())))
                    .append(number);
        }
        return line.append("  ").append(cells.getLast()).toString();
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    /// One line without control characters: what a run stored must not move a terminal's cursor.
    private static String cut(String text, int width) {
        String line = Clean.line(text);
        return line.length() <= width ? line : line.substring(0, width - 1) + "…";
    }
}

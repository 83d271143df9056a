package dev.relaybench.report.panel;

import com.google.auto.service.AutoService;
import dev.relaybench.report.model.Numbers;
import dev.relaybench.report.model.Report;
import dev.relaybench.report.panel.Content.Column;
import dev.relaybench.report.panel.Content.Line;
import dev.relaybench.report.run.BenchmarkFile;
import dev.relaybench.report.run.BenchmarkRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Figures of benchmarks, each group in a table beside the figure that limits it.
@AutoService(Panel.class)
public final class BenchmarkPanel implements Panel {
    @Override
    public int order() {
        return 400;
    }

    @Override
    public String id() {
        return "benchmarks";
    }

    @Override
    public String title() {
        return "Benchmarks";
    }

    @Override
    public List<Content> draw(Report report) {
        if (report.benchmarks().isEmpty()) {
            return List.of(new Content.Paragraph(Text.of("Empty, because no benchmark was run. ")
                    .code("scripts/relaybench bench")
                    .plain(" runs them.")));
        }
        List<Content> contents = new ArrayList<>();
        for (BenchmarkFile file : report.benchmarks()) {
            Map<String, List<BenchmarkRecord>> groups = new LinkedHashMap<>();
            for (BenchmarkRecord each : file.benchmarks()) {
                groups.computeIfAbsent(each.group(), group -> new ArrayList<>()).add(each);
            }
            if (groups.isEmpty()) {
                contents.add(new Content.Paragraph(
                        Text.of("The benchmark of " + Numbers.instant(file.startedAt()) + " stored no figure.")));
            }
            groups.forEach((group, records) -> group(group, records, contents));
            contents.add(new Content.Details(
                    "Measure again",
                    List.of(
                            new Content.CodeBlock(file.command()),
                            new Content.Paragraph(Text.of("Measured from " + Numbers.instant(file.startedAt()) + " on "
                                    + HostWords.of(file.host()) + ".")))));
        }
        return contents;
    }

    private static void group(String group, List<BenchmarkRecord> records, List<Content> to) {
        List<String> percentiles = percentiles(records);
        boolean limited = records.stream().anyMatch(each -> each.limit() != null);
        List<Column> columns = new ArrayList<>(List.of(
                Column.words("Measured"), Column.words("With"), Column.numbers("Score"), Column.numbers("Interval")));
        if (limited) {
            columns.add(Column.numbers("Share of limit"));
        }
        percentiles.forEach(name -> columns.add(Column.numbers(name)));
        List<Line> lines = new ArrayList<>();
        for (BenchmarkRecord each : records) {
            List<Text> cells = new ArrayList<>(
                    List.of(Text.of(each.name()), Text.EMPTY.quiet(params(each)), score(each), interval(each)));
            if (limited) {
                cells.add(share(each));
            }
            percentiles.forEach(name ->
                    cells.add(Text.of(Numbers.measured(each.percentiles().get(name)))));
            lines.add(new Line(Optional.empty(), cells));
        }
        to.add(new Content.Table(capitalised(group), columns, lines));
        List<Text> notes = notes(records);
        if (!notes.isEmpty()) {
            to.add(new Content.Points(notes));
        }
    }

    private static Text score(BenchmarkRecord each) {
        return each.voidReason() == null
                ? Text.EMPTY.strong(Numbers.measured(each.score())).quiet(" " + each.unit())
                : Text.EMPTY.strong("void");
    }

    private static Text interval(BenchmarkRecord each) {
        return each.low() == null || each.high() == null || each.voidReason() != null
                ? Text.EMPTY.quiet(Numbers.NONE)
                : Text.EMPTY.quiet(Numbers.measured(each.low()) + " to " + Numbers.measured(each.high()));
    }

    private static Text share(BenchmarkRecord each) {
        String limit = each.limit();
        if (limit == null) {
            return Text.EMPTY.quiet("the limit");
        }
        String share = each.voidReason() == null ? Numbers.percent(each.shareOfLimit()) : Numbers.NONE;
        return Text.of(share).line().quiet("of " + limit);
    }

    /// Reasons of void figures first; then each note once, with a name only where it is about a single figure of
    /// several.
    private static List<Text> notes(List<BenchmarkRecord> records) {
        List<Text> notes = new ArrayList<>();
        Map<String, List<BenchmarkRecord>> byNote = new LinkedHashMap<>();
        for (BenchmarkRecord each : records) {
            String reason = each.voidReason();
            if (reason != null) {
                notes.add(Text.EMPTY.strong(named(each) + ", void").plain(": " + reason));
            }
            each.notes()
                    .forEach(note -> byNote.computeIfAbsent(note, words -> new ArrayList<>())
                            .add(each));
        }
        byNote.forEach((note, about) -> notes.add(
                Text.of(about.size() == 1 && records.size() > 1 ? named(about.getFirst()) + ": " + note : note)));
        return notes;
    }

    private static String named(BenchmarkRecord each) {
        return each.params().isEmpty() ? each.name() : each.name() + " (" + params(each) + ")";
    }

    private static String params(BenchmarkRecord each) {
        return each.params().entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }

    /// By rank: p50, p99, p99.9, and what is not a percentile, such as the maximum, last.
    private static List<String> percentiles(List<BenchmarkRecord> records) {
        TreeSet<String> names = new TreeSet<>(
                Comparator.comparingDouble(BenchmarkPanel::rank).thenComparing(Comparator.naturalOrder()));
        records.forEach(each -> names.addAll(each.percentiles().keySet()));
        return List.copyOf(names);
    }

    private static double rank(String name) {
        return name.matches("p\\d+(\\.\\d+)?") ? Double.parseDouble(name.substring(1)) : 101;
    }

    private static String capitalised(String group) {
        return group.isEmpty() ? group : group.substring(0, 1).toUpperCase(Locale.ROOT) + group.substring(1);
    }
}

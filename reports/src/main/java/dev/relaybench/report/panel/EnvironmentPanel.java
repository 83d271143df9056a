package dev.relaybench.report.panel;

import com.google.auto.service.AutoService;
import dev.relaybench.report.model.Numbers;
import dev.relaybench.report.model.Report;
import dev.relaybench.report.model.Row;
import dev.relaybench.report.panel.Content.Column;
import dev.relaybench.report.panel.Content.Line;
import dev.relaybench.report.run.BenchmarkFile;
import dev.relaybench.report.run.RunManifest;
import dev.relaybench.report.run.RunManifest.Host;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Where and how it was measured: the machine, the time scale, and the settings as they were read back.
@AutoService(Panel.class)
public final class EnvironmentPanel implements Panel {
    @Override
    public int order() {
        return 500;
    }

    @Override
    public String id() {
        return "environment";
    }

    @Override
    public String title() {
        return "Environment";
    }

    @Override
    public List<Content> draw(Report report) {
        Set<Host> hosts = new LinkedHashSet<>();
        report.rows().forEach(row -> hosts.add(row.run().manifest().host()));
        report.benchmarks().forEach(file -> hosts.add(file.host()));
        if (hosts.isEmpty()) {
            return List.of(new Content.Paragraph(Text.of("Empty, because nothing was run.")));
        }
        List<Content> contents = new ArrayList<>();
        for (Host host : hosts) {
            contents.add(new Content.Paragraph(Text.of(HostWords.of(host))));
        }
        if (hosts.size() > 1) {
            contents.add(new Content.Paragraph(
                    Text.EMPTY.strong("These runs come from different machines; do not compare their figures.")));
        }
        if (!report.rows().isEmpty()) {
            contents.add(runs(report.rows()));
        }
        settings(report, contents);
        return contents;
    }

    private static Content runs(List<Row> rows) {
        List<Line> lines = new ArrayList<>();
        for (Row row : rows) {
            RunManifest manifest = row.run().manifest();
            lines.add(Line.of(
                    Text.EMPTY.link(row.scenario(), row.id()).line().quiet(row.subject()),
                    Text.of(Numbers.instant(manifest.startedAt())),
                    Text.of(Long.toString(manifest.seed())),
                    timeScale(manifest),
                    Text.of(manifest.environment()),
                    Text.EMPTY.code(manifest.gitCommit()),
                    Text.EMPTY.code(manifest.command())));
        }
        return new Content.Table(
                "Runs",
                List.of(
                        Column.words("Scenario"),
                        Column.words("Started"),
                        Column.numbers("Seed"),
                        Column.numbers("Time scale"),
                        Column.words("Testbed"),
                        Column.words("Commit"),
                        Column.words("Command")),
                lines);
    }

    private static Text timeScale(RunManifest manifest) {
        Text asked = manifest.timeScale() == 1
                ? Text.of("1")
                : Text.EMPTY.strong("× " + Numbers.factor(manifest.timeScale()));
        return manifest.timeScaleApplied() == manifest.timeScale()
                ? asked
                : asked.line()
                        .strong("× " + Numbers.factor(manifest.timeScaleApplied()))
                        .quiet(" used here");
    }

    /// Each distinct set of settings once, with the runs that had it.
    private static void settings(Report report, List<Content> to) {
        Map<Map<String, Map<String, String>>, List<String>> users = new LinkedHashMap<>();
        for (Row row : report.rows()) {
            users.computeIfAbsent(row.run().manifest().settings(), key -> new ArrayList<>())
                    .add(row.scenario() + " / " + row.subject());
        }
        for (BenchmarkFile file : report.benchmarks()) {
            users.computeIfAbsent(file.settings(), key -> new ArrayList<>()).add("the benchmarks");
        }
        users.forEach((settings, names) -> {
            if (!settings.isEmpty()) {
                String whose = users.size() == 1 ? "" : " of " + String.join(", ", names);
                to.add(new Content.Details("Settings read back" + whose, List.of(table(settings))));
            }
        });
    }

    private static Content table(Map<String, Map<String, String>> settings) {
        List<Line> lines = new ArrayList<>();
        settings.forEach((part, values) -> values.forEach(
                (name, value) -> lines.add(Line.of(Text.EMPTY.quiet(part + " ").code(name), Text.EMPTY.code(value)))));
        return new Content.Table(
                "Settings as the parts themselves reported them",
                List.of(Column.words("Setting"), Column.words("Value")),
                lines);
    }
}

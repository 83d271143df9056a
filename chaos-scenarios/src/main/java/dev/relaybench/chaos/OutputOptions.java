package dev.relaybench.chaos;

import dev.relaybench.report.ReportFiles;
import dev.relaybench.report.ReportWriter;
import dev.relaybench.report.TerminalTable;
import dev.relaybench.report.run.BenchmarkFile;
import dev.relaybench.report.run.StoredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/// Where results go.
final class OutputOptions {
    @Option(
            names = "--runs",
            description = "Directory for run directories (default: ${DEFAULT-VALUE}).",
            defaultValue = "runs")
    Path runs = Path.of("runs");

    @Option(
            names = "--report",
            description = "Directory for the report (default: ${DEFAULT-VALUE}).",
            defaultValue = "runs/report")
    Path report = Path.of("runs", "report");

    /// Makes the directories, before anything is started.
    ///
    /// @throws UsageException if one cannot be made or written
    void prepare() {
        for (Path directory : List.of(runs, report)) {
            try {
                Files.createDirectories(directory);
            } catch (IOException e) {
                throw new UsageException(
                        "Cannot make the directory " + directory + " (" + e + "): name another by --runs or --report.");
            }
            if (!Files.isWritable(directory)) {
                throw new UsageException(
                        "The directory " + directory + " cannot be written: name another by --runs or --report.");
            }
        }
    }

    /// Prints the table, writes the report and says where it is.
    ReportFiles publish(List<StoredRun> runsShown, List<BenchmarkFile> benchmarks) {
        System.out.println();
        if (!runsShown.isEmpty() || benchmarks.isEmpty()) {
            System.out.print(TerminalTable.render(runsShown));
        }
        benchmarks.forEach(file -> System.out.print(TerminalTable.render(file)));
        ReportFiles files = ReportWriter.write(report, runsShown, benchmarks);
        String summary = System.getenv("GITHUB_STEP_SUMMARY");
        if (summary != null && !summary.isBlank()) {
            ReportWriter.appendGithubSummary(Path.of(summary), files);
        }
        System.out.println();
        System.out.println("Report: " + files.html().toAbsolutePath().normalize());
        return files;
    }
}

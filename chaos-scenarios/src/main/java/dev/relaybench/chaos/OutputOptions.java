package dev.relaybench.chaos;

import dev.relaybench.report.ReportFiles;
import dev.relaybench.report.ReportWriter;
import dev.relaybench.report.TerminalTable;
import dev.relaybench.report.run.BenchmarkFile;
import dev.relaybench.report.run.StoredRun;
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

    /// Prints the table, writes the report and says where it is.
    ReportFiles publish(List<StoredRun> runsShown, List<BenchmarkFile> benchmarks) {
        System.out.println();
        System.out.print(TerminalTable.render(runsShown));
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

package dev.relaybench.report;

import dev.relaybench.report.export.BadgeFile;
import dev.relaybench.report.export.JUnitFile;
import dev.relaybench.report.export.ResultsFile;
import dev.relaybench.report.export.SummaryFile;
import dev.relaybench.report.model.Report;
import dev.relaybench.report.panel.Panel;
import dev.relaybench.report.render.HtmlRenderer;
import dev.relaybench.report.render.MarkdownRenderer;
import dev.relaybench.report.run.BenchmarkFile;
import dev.relaybench.report.run.RunFormatException;
import dev.relaybench.report.run.StoredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Writes a report from stored runs. The same input gives the same bytes.
public final class ReportWriter {
    private ReportWriter() {}

    /// Writes all files of a report, over those of an older one. No run, no benchmark and interrupted runs are fine:
    /// the report says what is missing.
    ///
    /// @param outDir made if absent
    /// @throws RunFormatException if a file cannot be written, or the samples of a run are damaged
    public static ReportFiles write(Path outDir, List<StoredRun> runs, List<BenchmarkFile> benchmarks) {
        ReportFiles files = new ReportFiles(
                outDir.resolve("report.html"),
                outDir.resolve("results.json"),
                outDir.resolve("junit.xml"),
                outDir.resolve("summary.md"),
                outDir.resolve("badge.json"));
        Report report = Report.of(realHome(outDir), runs, benchmarks);
        List<Panel> panels = Panel.all();
        write(files.json(), ResultsFile.text(report));
        write(files.junit(), JUnitFile.text(report));
        write(files.badge(), BadgeFile.text(report));
        write(files.summary(), SummaryFile.text(new MarkdownRenderer().render(report, panels)));
        write(files.html(), new HtmlRenderer().render(report, panels));
        return files;
    }

    /// Appends the Markdown summary to a file, for example the one that `$GITHUB_STEP_SUMMARY` names. What is there
    /// already counts for the size limit: the part that would not fit is left out, with a notice.
    ///
    /// @throws RunFormatException if the file cannot be written
    public static void appendGithubSummary(Path summaryFile, ReportFiles files) {
        try {
            SummaryFile.append(summaryFile, Files.readString(files.summary()));
        } catch (IOException e) {
            throw new RunFormatException(
                    "Cannot append to " + summaryFile + " (" + e + "): check that GITHUB_STEP_SUMMARY names a"
                            + " writable file.",
                    e);
        }
    }

    private static Path realHome(Path outDir) {
        try {
            return Files.createDirectories(outDir).toRealPath();
        } catch (IOException e) {
            throw new RunFormatException(
                    "Cannot make the report directory " + outDir + " (" + e + "): choose a writable one.", e);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new RunFormatException(
                    "Cannot write " + file + " (" + e + "): check that it is writable and the disk has room.", e);
        }
    }
}

package dev.relaybench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.report.run.BenchmarkFile;
import dev.relaybench.report.run.RunDirectory;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportWriterTest {
    @TempDir
    Path home;

    @Test
    void writesEveryFileWithoutRunsAndSaysSo() {
        ReportFiles files = ReportWriter.write(home.resolve("report"), List.of(), List.of());

        assertThat(files.html()).content().contains("Nothing was run, so nothing is proved.");
        assertThat(files.summary()).content().startsWith("# Nothing was run");
        assertThat(files.junit()).content().contains("tests=\"0\"");
        assertThat(files.badge()).content().contains("\"not run\"");
        assertThat(files.json()).content().contains("\"schemaVersion\" : 1");
    }

    @Test
    void drawsTheStoredRuns() {
        Path stored = Path.of("src/test/resources/stored");
        ReportFiles files = ReportWriter.write(
                Path.of("target/report"),
                RunDirectory.findAll(stored),
                List.of(BenchmarkFile.read(stored.resolve(BenchmarkFile.NAME))));

        assertThat(files.html())
                .content()
                .contains("1 of 4 fallbacks held, 1 inconclusive, 1 not finished, 1 broken: jvm-kill");
        System.out.print(TerminalTable.render(RunDirectory.findAll(stored)));
    }
}

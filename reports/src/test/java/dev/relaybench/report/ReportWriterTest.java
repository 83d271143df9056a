package dev.relaybench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.relaybench.report.run.RunDirectory;
import dev.relaybench.report.run.RunFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportWriterTest {
    @TempDir
    Path home;

    @Test
    void writesEveryFileWithoutRunsAndSaysSo() {
        ReportFiles files = ReportWriter.write(home.resolve("report"), List.of(), List.of());

        assertThat(files.html())
                .content()
                .contains("Nothing was run, so nothing is proved.", "Empty, because no benchmark was run.");
        assertThat(files.summary()).content().startsWith("# Nothing was run");
        assertThat(files.junit()).content().contains("tests=\"0\"");
        assertThat(files.badge()).content().contains("\"not run\"", "lightgrey");
        assertThat(files.json()).content().contains("\"schemaVersion\" : 1");
    }

    @Test
    void saysInWordsHowItEndedAndShowsTheWorstRowFirst() throws IOException {
        String html = Files.readString(writeAll().html());

        assertThat(html)
                .contains("1 of 4 fallbacks held, 1 inconclusive, 1 not finished, 1 broken: jvm-kill</h1>")
                .contains("href=\"#jvm-kill-reference-lossy\"", "id=\"jvm-kill-reference-lossy\"")
                .contains("× 0.05", "× 0.0625", "scaled by 0.0625 in broker-slow-black-hole.");
        assertThat(html.indexOf("href=\"#jvm-kill-reference-lossy\""))
                .isLessThan(html.indexOf("href=\"#outbox-queue-full-reference\""));
    }

    @Test
    void writesTheSameBytesEachTime() throws IOException {
        byte[] first = Files.readAllBytes(writeAll().html());

        assertThat(Files.readAllBytes(writeAll().html())).isEqualTo(first);
    }

    @Test
    void putsEverythingIntoResults() throws IOException {
        JsonNode results =
                JsonMapper.shared().readTree(Files.readString(writeAll().json()));
        JsonNode worst = results.get("rows").get(0);

        assertThat(results.get("counts").get("BROKEN").asInt()).isOne();
        assertThat(worst.get("status").asString()).isEqualTo("BROKEN");
        assertThat(worst.get("reproduce").asString()).startsWith("scripts/relaybench chaos run jvm-kill");
        assertThat(worst.get("verdict").get("trials").size()).isEqualTo(2);
        Path run = home.toRealPath().resolve(worst.get("directory").asString()).normalize();
        assertThat(worst.get("directory").asString()).startsWith("..");
        assertThat(run).exists().isEqualTo(StoredRuns.BROKEN.toRealPath());
        assertThat(results.get("benchmarks").get(0).get("benchmarks").size()).isEqualTo(6);
    }

    @Test
    void letsOnlyAHeldRowPassInJUnit() throws IOException {
        String xml = Files.readString(writeAll().junit());

        assertThat(xml)
                .contains("tests=\"4\" failures=\"2\" errors=\"0\" skipped=\"1\"")
                .contains("<failure type=\"broken\" message=\"Trial 2: the last row took 9.40 s")
                .contains("<failure type=\"inconclusive\" message=\"The host stalled")
                .contains("<skipped message=\"The run was interrupted");
    }

    @Test
    void coloursTheBadgeByTheWorstRow() throws IOException {
        assertThat(writeAll().badge()).content().contains("\"1/4 held\"", "\"red\"");
        ReportFiles held = ReportWriter.write(home, List.of(RunDirectory.read(StoredRuns.HELD)), List.of());
        assertThat(held.badge()).content().contains("\"1/1 held\"", "\"brightgreen\"");
        ReportFiles partial = ReportWriter.write(home, List.of(RunDirectory.read(StoredRuns.PARTIAL)), List.of());
        assertThat(partial.badge()).content().contains("\"0/1 held\"", "\"yellow\"");
    }

    @Test
    void appendsTheSummaryToThatOfOtherSteps() throws IOException {
        Path summary = Files.writeString(home.resolve("step.md"), "earlier");

        ReportWriter.appendGithubSummary(summary, writeAll());

        assertThat(summary)
                .content()
                .startsWith("earlier\n# 1 of 4 fallbacks held")
                .contains("| Scenario | Verdict");
    }

    @Test
    void namesTheDirectoryThatItCannotWrite() throws IOException {
        Path file = Files.createFile(home.resolve("file"));

        assertThatThrownBy(() -> ReportWriter.write(file, List.of(), List.of()))
                .isInstanceOf(RunFormatException.class)
                .hasMessageContaining("Cannot make the report directory " + file);
    }

    @Test
    void printsTheTableForATerminal() {
        assertThat(TerminalTable.render(StoredRuns.all())).isEqualTo("""
                        scenario                                 bound     allowed    measured  verdict
                        jvm-kill / reference-lossy              7.84 s      7.90 s      9.40 s  BROKEN
                          Trial 2: the last row took 9.40 s from the restart, allowed 7.90 s.
                        broker-slow-black-hole / reference      1.60 s      1.95 s      2.39 s  INCONCLUSIVE
                          The host stalled for 0.71 s between origin and recovery, more than 20 % of the bound.
                        outbox-queue-full / row-lock                 –           –           –  NOT FINISHED
                          The run was interrupted before its verdict, so it proves nothing; repeat it.
                        outbox-queue-full / reference           2.00 s      2.05 s      1.95 s  HELD
                        Periods and thresholds were scaled by 0.0625 in broker-slow-black-hole.
                        1 of 4 fallbacks held, 1 inconclusive, 1 not finished, 1 broken: jvm-kill
                        """);
        assertThat(TerminalTable.render(List.of())).isEqualTo("Nothing was run, so nothing is proved.\n");
    }

    private ReportFiles writeAll() {
        return ReportWriter.write(home, StoredRuns.all(), List.of(StoredRuns.benchmarks()));
    }
}

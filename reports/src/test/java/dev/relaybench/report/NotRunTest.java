package dev.relaybench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.report.run.Judgement;
import dev.relaybench.report.run.RunDirectory;
import dev.relaybench.report.run.RunManifest;
import dev.relaybench.report.run.RunWriter;
import dev.relaybench.report.run.StoredRun;
import dev.relaybench.report.run.VerdictRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A scenario that could not be run where it was to be run: seen in every format, and no pass in any.
class NotRunTest {
    private static final String REASON = "needs three brokers (use --brokers 3)";
    private static final StoredRun HELD = RunDirectory.read(StoredRuns.HELD);

    @TempDir
    private Path home;

    @Test
    void saysWhatItNeedsInEveryFormat() throws IOException {
        StoredRun run = notRun(RunDirectory.read(StoredRuns.BROKEN).manifest());
        assertThat(run.path().toString()).endsWith(".NOT_RUN");
        assertThat(RunDirectory.read(run.path()).judgement()).contains(Judgement.NOT_RUN);

        ReportFiles files = ReportWriter.write(home.resolve("report"), List.of(run, HELD), List.of());

        String junit = Files.readString(files.junit());
        assertThat(junit).contains("tests=\"2\" failures=\"0\" errors=\"0\" skipped=\"1\"");
        assertThat(junit).contains("<skipped message=\"" + REASON + "\"/>");
        assertThat(Files.readString(files.html())).contains(REASON, "not run", "1 of 1 fallback held, 1 not run");
        assertThat(Files.readString(files.json())).contains("NOT_RUN", REASON);
        assertThat(Files.readString(files.summary())).contains(REASON);
        assertThat(Files.readString(files.badge())).contains("1/1 held").contains("brightgreen");
        assertThat(TerminalTable.render(List.of(run, HELD))).contains("NOT RUN", REASON, "1 of 1 fallback held");
    }

    @Test
    void aloneItProvesNothing() throws IOException {
        StoredRun run = notRun(HELD.manifest());

        ReportFiles files = ReportWriter.write(home.resolve("report"), List.of(run), List.of());

        assertThat(Files.readString(files.badge())).contains("not run").contains("lightgrey");
        assertThat(TerminalTable.render(List.of(run))).contains("Nothing could be run here, so nothing is proved.");
    }

    @Test
    void hidesNoRunThatTookPlace() {
        RunManifest held = HELD.manifest();
        StoredRun later = notRun(startedAfter(held));

        assertThat(RunDirectory.newest(List.of(HELD, later))).containsExactly(HELD);
        assertThat(RunDirectory.newest(List.of(later, HELD))).containsExactly(HELD);
        assertThat(RunDirectory.newest(List.of(later))).containsExactly(later);
    }

    private static RunManifest startedAfter(RunManifest held) {
        return new RunManifest(
                held.schemaVersion(),
                held.scenario(),
                held.relay(),
                held.startedAt().plus(Duration.ofDays(1)),
                held.seed(),
                held.timeScale(),
                held.timeScaleApplied(),
                held.command(),
                held.gitCommit(),
                held.environment(),
                held.plan(),
                held.settings(),
                held.host());
    }

    private StoredRun notRun(RunManifest manifest) {
        VerdictRecord held = HELD.verdict().orElseThrow();
        try (RunWriter writer = RunWriter.create(home.resolve("runs"), manifest)) {
            writer.writeVerdict(new VerdictRecord(
                    held.schemaVersion(),
                    manifest.scenario(),
                    held.title(),
                    manifest.relay(),
                    held.promise(),
                    Judgement.NOT_RUN,
                    List.of(REASON),
                    List.of(),
                    List.of(),
                    List.of(),
                    new VerdictRecord.SteadyState(false, 0, 0, 0),
                    new VerdictRecord.Counts(0, 0, 0, 0, 0, 0, 0)));
            return writer.finish(Judgement.NOT_RUN);
        }
    }
}

package dev.relaybench.report.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.relaybench.report.StoredRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunWriterTest {
    private static final StoredRun STORED = RunDirectory.read(StoredRuns.BROKEN);
    private static final VerdictRecord VERDICT = STORED.verdict().orElseThrow();

    @TempDir
    Path home;

    @Test
    void writesARunThatReadsAsItWas() {
        RunWriter writer = RunWriter.create(home, STORED.manifest());
        assertThat(writer.directory().path().toString())
                .endsWith("jvm-kill/reference-lossy/20261104T092000000Z-42.partial");
        writer.sample(new Sample(12, "outbox", "backlog", 3.5));
        writer.writeVerdict(VERDICT);
        StoredRun run = writer.finish(Judgement.BROKEN);

        assertThat(run.path()).hasFileName("20261104T092000000Z-42.BROKEN");
        assertThat(run.manifest()).isEqualTo(STORED.manifest());
        assertThat(run.verdict()).contains(VERDICT);
        assertThat(run.samples()).containsExactly(new Sample(12, "outbox", "backlog", 3.5));
        assertThat(writer.directory().path()).doesNotExist();
    }

    @Test
    void writesTheSameBytesAsAreStored() throws IOException {
        RunWriter writer = RunWriter.create(home, STORED.manifest());
        writer.writeVerdict(VERDICT);
        Path first = writer.finish(Judgement.BROKEN).path();

        assertThat(Files.readString(new RunDirectory(first).verdict())).isEqualTo(RunJson.text(VERDICT));
    }

    @Test
    void pointsLatestAtTheRunWithoutMakingItASecondOne() {
        RunWriter writer = RunWriter.create(home, STORED.manifest());
        writer.writeVerdict(VERDICT);
        StoredRun run = writer.finish(Judgement.BROKEN);

        Path latest = run.path().resolveSibling("latest");
        assertThat(latest).isSymbolicLink();
        assertThat(RunDirectory.read(latest).verdict()).contains(VERDICT);
        assertThat(RunDirectory.findAll(home)).hasSize(1);
    }

    @Test
    void leavesAnInterruptedRunPartial() {
        Path partial;
        try (RunWriter writer = RunWriter.create(home, STORED.manifest())) {
            writer.sample(new Sample(1, "outbox", "lag", 2));
            partial = writer.directory().path();
        }

        assertThat(RunDirectory.read(partial).partial()).isTrue();
        assertThat(RunDirectory.read(partial).samples()).hasSize(1);
    }

    @Test
    void takesSamplesFromManyThreadsWithoutMixingLines() {
        RunWriter writer = RunWriter.create(home, STORED.manifest());
        IntStream.range(0, 2_000).parallel().forEach(i -> writer.sample(new Sample(i, "outbox", "backlog", i)));
        writer.writeVerdict(VERDICT);

        assertThat(writer.finish(Judgement.BROKEN).samples())
                .hasSize(2_000)
                .allMatch(sample -> sample.atMillis() == sample.value());
    }

    @Test
    void refusesToFinishWithAnotherVerdictThanTheStoredOne() {
        RunWriter writer = RunWriter.create(home, STORED.manifest());
        assertThatThrownBy(() -> writer.finish(Judgement.HELD)).hasMessageContaining("verdict.json is missing");
        writer.writeVerdict(VERDICT);

        assertThatThrownBy(() -> writer.finish(Judgement.HELD))
                .isInstanceOf(RunFormatException.class)
                .hasMessageContaining("says BROKEN, not HELD");
    }

    @Test
    void renamesARunThatIsJudgedAgain() {
        RunWriter writer = RunWriter.create(home, STORED.manifest());
        writer.writeVerdict(VERDICT);
        StoredRun broken = writer.finish(Judgement.BROKEN);
        VerdictRecord held = RunDirectory.read(StoredRuns.HELD).verdict().orElseThrow();
        VerdictRecord again = new VerdictRecord(
                1,
                VERDICT.scenario(),
                VERDICT.title(),
                VERDICT.relay(),
                VERDICT.promise(),
                Judgement.HELD,
                held.reasons(),
                VERDICT.trials(),
                held.anomalies(),
                VERDICT.phases(),
                VERDICT.steadyState(),
                VERDICT.counts());

        StoredRun rejudged = RunWriter.rejudge(broken, again);

        assertThat(rejudged.path()).hasFileName("20261104T092000000Z-42");
        assertThat(rejudged.judgement()).contains(Judgement.HELD);
        assertThat(broken.path()).doesNotExist();
    }

    @Test
    void refusesADirectoryThatCannotBeMade() throws IOException {
        Path file = Files.createFile(home.resolve("runs"));

        assertThatThrownBy(() -> RunWriter.create(file, STORED.manifest()))
                .isInstanceOf(RunFormatException.class)
                .hasMessageContaining("Cannot make the run directory")
                .hasMessageContaining("choose a directory for runs that is writable");
    }

    @Test
    void refusesNamesThatWouldLeaveTheDirectory() {
        RunManifest manifest = STORED.manifest();
        RunManifest hostile = new RunManifest(
                1,
                "../../etc",
                manifest.relay(),
                manifest.startedAt(),
                1,
                1,
                1,
                "",
                "",
                "",
                manifest.plan(),
                manifest.settings(),
                manifest.host());

        assertThatThrownBy(() -> RunWriter.create(home, hostile)).hasMessageContaining("cannot name a directory");
    }

    @Test
    void refusesASampleThatWouldBreakItsLine() {
        try (RunWriter writer = RunWriter.create(home, STORED.manifest())) {
            assertThatThrownBy(() -> writer.sample(new Sample(1, "a,b", "lag\n", 1)))
                    .isInstanceOf(RunFormatException.class)
                    .hasMessageContaining("plain words");
        }
    }
}

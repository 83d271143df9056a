package dev.relaybench.report.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.relaybench.report.StoredRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What was stored stays readable, and what is damaged is refused with one sentence.
class StoredFormatTest {
    @TempDir
    Path home;

    @Test
    void readsARunThatHeld() {
        StoredRun run = RunDirectory.read(StoredRuns.HELD);

        assertThat(run.judgement()).contains(Judgement.HELD);
        assertThat(run.verdict().orElseThrow().trials())
                .extracting(VerdictRecord.Trial::affectedRows)
                .containsExactly(118, 121, 117);
        assertThat(run.manifest().settings().get("postgresql")).containsEntry("fsync", "on");
        assertThat(run.samples()).extracting(Sample::metric).contains("backlog", "lag", "published", "stall");
    }

    @Test
    void readsRunsThatAreNoPass() {
        assertThat(RunDirectory.read(StoredRuns.BROKEN).judgement()).contains(Judgement.BROKEN);
        assertThat(RunDirectory.read(StoredRuns.INCONCLUSIVE).judgement()).contains(Judgement.INCONCLUSIVE);
    }

    @Test
    void readsAnInterruptedRunUpToItsLastWholeLine() {
        StoredRun run = RunDirectory.read(StoredRuns.PARTIAL);

        assertThat(run.partial()).isTrue();
        assertThat(run.judgement()).isEmpty();
        assertThat(run.samples()).isNotEmpty();
    }

    @Test
    void neverTakesTheVerdictOfAnInterruptedRunForAPass() throws IOException {
        Path partial = copy(StoredRuns.HELD, "20261104T091500000Z-42.partial");

        assertThat(RunDirectory.read(partial).verdict()).isPresent();
        assertThat(RunDirectory.read(partial).judgement()).isEmpty();
    }

    @Test
    void readsBenchmarks() {
        assertThat(StoredRuns.benchmarks().benchmarks()).hasSize(6);
    }

    @Test
    void findsRunsBelowADirectoryAndTheRunItself() {
        assertThat(RunDirectory.findAll(StoredRuns.HOME))
                .extracting(run -> run.manifest().scenario())
                .containsExactly("outbox-queue-full", "jvm-kill", "broker-slow-black-hole", "outbox-queue-full");
        assertThat(RunDirectory.findAll(StoredRuns.HELD)).hasSize(1);
        assertThat(RunDirectory.findAll(home)).isEmpty();
    }

    @Test
    void keepsOfEachScenarioAndRelayTheNewest() throws IOException {
        Path older = copy(StoredRuns.HELD, "older");
        change(older.resolve("manifest.json"), "2026-11-04T09:15", "2026-11-03T09:15");
        StoredRun old = RunDirectory.read(older);
        StoredRun fresh = RunDirectory.read(StoredRuns.HELD);
        StoredRun other = RunDirectory.read(StoredRuns.PARTIAL);

        assertThat(RunDirectory.newest(List.of(fresh, old, other))).containsExactly(fresh, other);
        assertThat(RunDirectory.newest(List.of(old, fresh))).containsExactly(fresh);
    }

    @Test
    void refusesANewerFormat() throws IOException {
        Path run = copy(StoredRuns.HELD, "newer");
        change(run.resolve("verdict.json"), "\"schemaVersion\": 1", "\"schemaVersion\": 2");

        refuses(run, "verdict.json has format version 2", "use the newer relaybench");
    }

    @Test
    void refusesAFileThatIsCutShort() throws IOException {
        Path run = copy(StoredRuns.HELD, "cut");
        String whole = Files.readString(run.resolve("verdict.json"));
        Files.writeString(run.resolve("verdict.json"), whole.substring(0, whole.length() / 2));

        refuses(run, "verdict.json is damaged or cut short", "repeat the run");
    }

    @Test
    void refusesAWordThatItDoesNotKnow() throws IOException {
        Path run = copy(StoredRuns.HELD, "unknown");
        change(run.resolve("verdict.json"), "\"reasons\"", "\"raesons\": [], \"reasons\"");

        refuses(run, "verdict.json is damaged", "raesons");
    }

    @Test
    void refusesAValueThatIsMissingOrNull() throws IOException {
        Path run = copy(StoredRuns.HELD, "null");
        change(run.resolve("manifest.json"), "\"gitCommit\": \"3f9c2ab\"", "\"gitCommit\": null");
        refuses(run, "has no value for gitCommit", "repeat the run");

        Path other = copy(StoredRuns.HELD, "missing");
        change(other.resolve("manifest.json"), "\"gitCommit\": \"3f9c2ab\",", "");
        refuses(other, "manifest.json is damaged", "gitCommit");
    }

    @Test
    void refusesAFinishedRunWithoutAVerdict() throws IOException {
        Path run = copy(StoredRuns.HELD, "no-verdict");
        Files.delete(run.resolve("verdict.json"));

        refuses(run, "verdict.json is missing", "repeat it");
    }

    @Test
    void refusesAVerdictWithoutAManifestAlsoWhenSearching() throws IOException {
        Path run = copy(StoredRuns.HELD, "no-manifest");
        Files.delete(run.resolve("manifest.json"));

        assertThatThrownBy(() -> RunDirectory.findAll(home))
                .isInstanceOf(RunFormatException.class)
                .hasMessageContaining("manifest.json is missing");
    }

    @Test
    void refusesFilesThatContradictEachOther() throws IOException {
        refuses(copy(StoredRuns.HELD, "20261104T091500Z-42.BROKEN"), "says HELD", "judge the run again");

        Path run = copy(StoredRuns.HELD, "foreign");
        change(run.resolve("manifest.json"), "outbox-queue-full", "wake-lost");
        refuses(run, "is about outbox-queue-full", "wake-lost");
    }

    @Test
    void refusesADamagedSampleWithItsLine() throws IOException {
        Path run = copy(StoredRuns.HELD, "samples");
        change(run.resolve("samples.csv"), "\n250,workload", "\n25x0,workload");

        assertThatThrownBy(RunDirectory.read(run)::samples)
                .isInstanceOf(RunFormatException.class)
                .hasMessageContaining("samples.csv is damaged or cut short at line 6");
    }

    @Test
    void refusesACutSampleInARunThatWasFinished() throws IOException {
        Path run = copy(StoredRuns.HELD, "cut-samples");
        Files.writeString(run.resolve("samples.csv"), "at_millis,subject,metric,value\n1,outbox,backlog,1");

        assertThatThrownBy(RunDirectory.read(run)::samples).isInstanceOf(RunFormatException.class);
    }

    private static void refuses(Path run, String what, String remedy) {
        assertThatThrownBy(() -> RunDirectory.read(run))
                .isInstanceOf(RunFormatException.class)
                .hasMessageContaining(what)
                .hasMessageContaining(remedy)
                .hasMessageNotContaining("\n");
    }

    private Path copy(Path run, String name) throws IOException {
        Path copy = Files.createDirectories(home.resolve(name));
        try (Stream<Path> files = Files.list(run)) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        return copy;
    }

    private static void change(Path file, String from, String to) throws IOException {
        String text = Files.readString(file);
        assertThat(text).contains(from);
        Files.writeString(file, text.replace(from, to));
    }
}

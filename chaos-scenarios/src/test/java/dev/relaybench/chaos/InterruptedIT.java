package dev.relaybench.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Ctrl-C in the middle of a run: what was recorded is kept and marked, and no process is left.
class InterruptedIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    @Test
    void keepsThePartialRunAndLeavesNoProcess() throws Exception {
        Path output = directory.resolve("output");
        Process harness = start(output);
        await().atMost(LIMIT).until(() -> Files.readString(output).contains("steady state"));
        List<ProcessHandle> children = harness.descendants().toList();
        assertThat(children).hasSizeGreaterThan(3);

        new ProcessBuilder("kill", "-INT", Long.toString(harness.pid())).start().waitFor();

        assertThat(harness.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(harness.exitValue()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(Files.readString(output)).contains("relaybench: interrupted");
        await().atMost(LIMIT).until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
        Path run = partialRun();
        assertThat(Files.readString(run.resolve("history.jsonl"))).contains("STEADY_STATE");
        assertThat(run.resolve("manifest.json")).exists();
        assertThat(RelaybenchMain.commandLine().execute("chaos", "check", run.toString()))
                .isEqualTo(ExitCode.INCONCLUSIVE);
    }

    private Process start(Path output) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        RelaybenchMain.class.getName(),
                        "chaos",
                        "run",
                        "outbox-queue-full",
                        "--runs=" + directory.resolve("runs"),
                        "--report=" + directory.resolve("report"))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    private Path partialRun() throws IOException {
        try (Stream<Path> paths = Files.walk(directory.resolve("runs"))) {
            return paths.filter(path -> path.toString().endsWith(".partial"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}

package dev.relaybench.harness.run;

import dev.relaybench.harness.check.LoadVerdict;
import dev.relaybench.harness.history.History;
import dev.relaybench.harness.testbed.Testbed;
import dev.relaybench.harness.workload.Workload;
import dev.relaybench.relay.spi.RelayAdapter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/// Runs a relay under load without faults: the same path as a scenario, without a nemesis.
public final class LoadRunner {
    private final Testbed testbed;
    private final RunOptions options;
    private final Progress progress;

    /// A runner on a testbed, which stays open.
    public LoadRunner(Testbed testbed, RunOptions options, Progress progress) {
        this.testbed = testbed;
        this.options = options;
        this.progress = progress;
    }

    /// Offers the workload for so long, after a warm-up of its own.
    ///
    /// @param name for progress and histories
    /// @return the recorded history, and what makes its figures void if anything does
    /// @throws Exception if the harness or the testbed fails
    public Load run(String name, RelayAdapter adapter, Workload workload, Duration length) throws Exception {
        progress.started(name, adapter.name());
        Path directory = Files.createTempDirectory("relaybench-load-");
        try {
            Path recorded = directory.resolve("history.jsonl");
            var files = new LiveRun.RunFiles(recorded, directory.resolve("relay.log"), sample -> {});
            new LiveRun(testbed, adapter, Course.ofLoad(workload, adapter.settings(), length), files, progress)
                    .record(new RunIdentity(name, options.seed(), Instant.now()));
            History history = History.read(recorded);
            return new Load(history, LoadVerdict.of(history, workload));
        } finally {
            deleteAll(directory);
        }
    }

    private static void deleteAll(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }

    /// A run under load.
    ///
    /// @param verdict whether its figures count
    public record Load(History history, LoadVerdict verdict) {}
}

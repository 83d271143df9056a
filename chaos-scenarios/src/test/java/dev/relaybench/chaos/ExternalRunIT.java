package dev.relaybench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.harness.Scenario;
import dev.relaybench.harness.run.Progress;
import dev.relaybench.harness.run.RunOptions;
import dev.relaybench.harness.run.ScenarioRunner;
import dev.relaybench.harness.testbed.ExternalTestbed;
import dev.relaybench.harness.testbed.Guest;
import dev.relaybench.harness.testbed.SharedGuest;
import dev.relaybench.harness.testbed.Testbed;
import dev.relaybench.report.run.Judgement;
import dev.relaybench.report.run.StoredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// The reference relay on servers that are known by their addresses alone.
@ExtendWith(SharedGuest.class)
class ExternalRunIT {
    @TempDir
    private Path runs;

    private StoredRun run(Testbed testbed, String scenario) throws Exception {
        var options = new RunOptions(
                runs, 42, Suite.SMOKE.timeScale(), OptionalInt.of(1), "mvn -B verify", SourceCommit.current());
        return new ScenarioRunner(testbed, options, Progress.SILENT)
                .run(Scenario.named(scenario).orElseThrow(), Relays.named("reference"));
    }

    @Test
    void aRelayHoldsThroughTlsAndLoginAndNoSecretIsStored(Guest guest) throws Exception {
        try (Testbed testbed = ExternalTestbed.start(guest.read(guest.secure(Guest.RELAY)))) {
            for (String scenario : List.of("outbox-queue-full", "broker-slow-latency")) {
                StoredRun run = run(testbed, scenario);
                var verdict = run.verdict().orElseThrow();
                assertThat(verdict.judgement())
                        .as(run.path() + ": " + verdict.reasons())
                        .isEqualTo(Judgement.HELD);
                assertThat(verdict.trials()).isNotEmpty().allMatch(trial -> trial.affectedRows() > 0);
            }
        }
        assertThat(filesOf(runs))
                .hasSizeGreaterThan(8)
                .allSatisfy(file -> assertThat(Files.readString(file)).doesNotContain(guest.secrets()));
    }

    private static List<Path> filesOf(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}

package dev.relaybench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.relaybench.harness.Scenario;
import dev.relaybench.harness.run.Progress;
import dev.relaybench.harness.run.RunOptions;
import dev.relaybench.harness.run.ScenarioRunner;
import dev.relaybench.harness.testbed.ExternalTestbed;
import dev.relaybench.harness.testbed.Guest;
import dev.relaybench.harness.testbed.SharedGuest;
import dev.relaybench.harness.testbed.Testbed;
import dev.relaybench.report.ReportWriter;
import dev.relaybench.report.run.Judgement;
import dev.relaybench.report.run.StoredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/// The reference relay on servers that are known by their addresses alone.
@Tag("timed")
@ExtendWith(SharedGuest.class)
class ExternalRunIT {
    @TempDir
    private Path directory;

    private StoredRun run(Testbed testbed, String scenario) throws Exception {
        var options = new RunOptions(
                directory.resolve("runs"),
                42,
                Suite.SMOKE.timeScale(),
                OptionalInt.of(1),
                "mvn -B verify",
                SourceCommit.current());
        return new ScenarioRunner(testbed, options, Progress.SILENT)
                .run(Scenario.named(scenario).orElseThrow(), Relays.named("reference"));
    }

    @Test
    void aRelayHoldsThroughTlsAndLoginAndNoSecretIsToldOrStored(Guest guest) throws Exception {
        var logger = (Logger) LoggerFactory.getLogger("org.apache.kafka");
        var told = new ListAppender<ILoggingEvent>();
        told.start();
        logger.addAppender(told);
        logger.setLevel(Level.INFO); // Clients tell their settings when they start.
        logger.setAdditive(false);
        var stored = new ArrayList<StoredRun>();
        try (Testbed testbed = ExternalTestbed.start(guest.read(guest.secure(Guest.RELAY)))) {
            for (String scenario : List.of("outbox-queue-full", "broker-slow-latency")) {
                StoredRun run = run(testbed, scenario);
                stored.add(run);
                var verdict = run.verdict().orElseThrow();
                assertThat(verdict.judgement())
                        .as(run.path() + ": " + verdict.reasons())
                        .isEqualTo(Judgement.HELD);
                assertThat(verdict.trials()).isNotEmpty().allMatch(trial -> trial.affectedRows() > 0);
            }
        } finally {
            logger.setAdditive(true);
            logger.setLevel(null);
            logger.detachAppender(told);
        }
        ReportWriter.write(directory.resolve("report"), stored, List.of());
        assertThat(filesOf(directory))
                .hasSizeGreaterThan(12)
                .allSatisfy(file -> assertThat(Files.readString(file)).doesNotContain(guest.secrets()));
        assertThat(told.list)
                .isNotEmpty()
                .allSatisfy(event -> assertThat(event.getFormattedMessage()).doesNotContain(guest.secrets()));
    }

    @Test
    void whatTheServersCannotDoIsNotRunAndSaysWhatLacks(Guest guest) throws Exception {
        try (Testbed testbed = ExternalTestbed.start(guest.read(guest.direct()))) {
            var verdict = run(testbed, "broker-slow-latency").verdict().orElseThrow();
            assertThat(verdict.judgement()).isEqualTo(Judgement.NOT_RUN);
            assertThat(verdict.reasons())
                    .containsExactly("needs a proxied link to every broker (set toxiproxy.url and link.kafka-1.* for"
                            + " each broker in the settings file)");
        }
    }

    private static List<Path> filesOf(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}

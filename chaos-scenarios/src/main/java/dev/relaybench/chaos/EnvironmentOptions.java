package dev.relaybench.chaos;

import dev.relaybench.harness.run.Progress;
import dev.relaybench.harness.testbed.ContainerImages;
import dev.relaybench.harness.testbed.ContainerImages.PullPolicy;
import dev.relaybench.harness.testbed.ContainersTestbed;
import dev.relaybench.harness.testbed.EmbeddedTestbed;
import dev.relaybench.harness.testbed.ExternalSettings;
import dev.relaybench.harness.testbed.ExternalTestbed;
import dev.relaybench.harness.testbed.Testbed;
import dev.relaybench.harness.testbed.TestbedException;
import dev.relaybench.harness.testbed.TestbedPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// What to run on.
final class EnvironmentOptions {
    @Option(
            names = "--env",
            description = "Where PostgreSQL and Kafka come from: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).",
            defaultValue = "EMBEDDED")
    private Environment environment = Environment.EMBEDDED;

    @Option(names = "--brokers", description = "Brokers of the embedded cluster, 1 or 3 (default: 1).")
    private @Nullable Integer brokers;

    @Option(
            names = "--external",
            paramLabel = "FILE",
            description = "Addresses and credentials of your own services, for --env external.")
    private @Nullable Path external;

    private @Nullable ExternalSettings externalSettings;

    @Option(
            names = "--postgres-image",
            paramLabel = "IMAGE",
            description = "For --env containers (default: ${DEFAULT-VALUE}).",
            defaultValue = ContainerImages.POSTGRES)
    private String postgresImage = ContainerImages.POSTGRES;

    @Option(
            names = "--kafka-image",
            paramLabel = "IMAGE",
            description = "For --env containers (default: ${DEFAULT-VALUE}).",
            defaultValue = ContainerImages.KAFKA)
    private String kafkaImage = ContainerImages.KAFKA;

    @Option(
            names = "--toxiproxy-image",
            paramLabel = "IMAGE",
            description = "For --env containers (default: ${DEFAULT-VALUE}).",
            defaultValue = ContainerImages.TOXIPROXY)
    private String toxiproxyImage = ContainerImages.TOXIPROXY;

    @Option(
            names = "--pull",
            description = "When to pull images: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).",
            defaultValue = "MISSING")
    private PullPolicy pull = PullPolicy.MISSING;

    /// The options again, as they stand behind a command that repeats this run.
    String words() {
        var words = new StringBuilder();
        if (environment != Environment.EMBEDDED) {
            words.append(" --env ").append(environment.name().toLowerCase(Locale.ROOT));
        }
        if (brokers != null) {
            words.append(" --brokers ").append(brokers);
        }
        if (external != null) {
            words.append(" --external ").append(external);
        }
        if (!images().equals(ContainerImages.official())) {
            words.append(" --postgres-image ").append(postgresImage);
            words.append(" --kafka-image ").append(kafkaImage);
            words.append(" --toxiproxy-image ").append(toxiproxyImage);
            words.append(" --pull ").append(pull.name().toLowerCase(Locale.ROOT));
        }
        return words.toString();
    }

    private ContainerImages images() {
        return new ContainerImages(postgresImage, kafkaImage, toxiproxyImage, pull);
    }

    /// @throws UsageException for options that do not go together
    void check() {
        if (brokers != null && environment != Environment.EMBEDDED) {
            throw new UsageException("--brokers is for --env embedded: leave it out.");
        }
        if ((external != null) != (environment == Environment.EXTERNAL)) {
            throw new UsageException(
                    "--env external and --external FILE go together: the file says where your services are.");
        }
        if (environment != Environment.CONTAINERS && !images().equals(ContainerImages.official())) {
            throw new UsageException("Images and --pull are for --env containers: leave them out.");
        }
        if (external != null) {
            try {
                externalSettings = ExternalSettings.read(external);
            } catch (TestbedException e) {
                throw new UsageException(String.valueOf(e.getMessage()));
            }
        }
        if (brokers != null && brokers != 1 && brokers != 3) {
            throw new UsageException("--brokers is 1 or 3, not " + brokers + ".");
        }
    }

    /// Starts the testbed, or connects to it. Call {@link #check()} before.
    Testbed open(Progress progress) {
        return open(progress, plan());
    }

    /// The same; an embedded one is ready for others to use as `--env external`.
    Testbed openForGuests(Progress progress) {
        return open(progress, plan().withGuest());
    }

    private Testbed open(Progress progress, TestbedPlan plan) {
        progress.step(environment == Environment.EXTERNAL ? "checking your services" : "starting PostgreSQL and Kafka");
        long before = System.nanoTime();
        Testbed testbed = start(plan);
        Duration took = Duration.ofNanos(System.nanoTime() - before);
        testbed.notices().forEach(progress::notice);
        progress.step("testbed ready after %.1f s".formatted(took.toMillis() / 1_000.0));
        return testbed;
    }

    private Testbed start(TestbedPlan plan) {
        try {
            return switch (environment) {
                case EMBEDDED -> EmbeddedTestbed.start(workDirectory(), plan);
                case CONTAINERS -> ContainersTestbed.start(workDirectory(), images());
                case EXTERNAL -> ExternalTestbed.start(Objects.requireNonNull(externalSettings));
            };
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a work directory for the testbed: " + e.getMessage(), e);
        }
    }

    private static Path workDirectory() throws IOException {
        return Files.createTempDirectory("relaybench-testbed-");
    }

    private TestbedPlan plan() {
        return brokers == null ? TestbedPlan.standard() : new TestbedPlan(brokers);
    }
}

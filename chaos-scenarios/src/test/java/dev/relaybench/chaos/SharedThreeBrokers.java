package dev.relaybench.chaos;

import dev.relaybench.harness.Scenario;
import dev.relaybench.harness.expect.Timings;
import dev.relaybench.harness.run.Progress;
import dev.relaybench.harness.run.RunOptions;
import dev.relaybench.harness.run.ScenarioRunner;
import dev.relaybench.harness.testbed.Capability;
import dev.relaybench.harness.testbed.EmbeddedTestbed;
import dev.relaybench.harness.testbed.Testbed;
import dev.relaybench.harness.testbed.TestbedPlan;
import dev.relaybench.report.run.StoredRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// One embedded testbed with three brokers for all test classes that ask for one.
final class SharedThreeBrokers implements ParameterResolver {
    private static final Path RUNS = Path.of("target", "three-brokers");

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Testbed.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(Namespace.create(SharedThreeBrokers.class))
                .computeIfAbsent("testbed", key -> start(), Testbed.class);
    }

    private static Testbed start() {
        try {
            return EmbeddedTestbed.start(Files.createTempDirectory("relaybench-testbed-"), new TestbedPlan(3));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Runs a scenario with one fault and short periods.
    static StoredRun run(Testbed testbed, String relay, String scenario) throws Exception {
        var options = new RunOptions(
                RUNS, 42, Suite.SMOKE.timeScale(), OptionalInt.of(1), "mvn -B verify", SourceCommit.current());
        return new ScenarioRunner(testbed, options, Progress.SILENT)
                .run(Scenario.named(scenario).orElseThrow(), Relays.named(relay));
    }

    /// Whether a scenario is not run on one broker.
    static boolean needs(Scenario scenario) {
        return scenario.plan(Timings.DEFAULTS).fault().needs().contains(Capability.THREE_BROKERS);
    }
}

package dev.relaybench.chaos;

import dev.relaybench.harness.Scenario;
import dev.relaybench.harness.run.RunOptions;
import dev.relaybench.harness.run.ScenarioRunner;
import dev.relaybench.relay.spi.RelayAdapter;
import dev.relaybench.report.run.StoredRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `relaybench chaos run`: runs scenarios against a relay.
@Command(
        name = "run",
        description =
                "Runs scenarios against a relay. Exit code 0: every bound held, 1: one was broken, 2: inconclusive.")
final class ChaosRunCommand implements Callable<Integer> {
    @Parameters(arity = "0..*", paramLabel = "SCENARIO", description = "Scenarios to run (default: all).")
    private List<String> scenarios = new ArrayList<>();

    @Option(
            names = "--suite",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).",
            defaultValue = "TABLE")
    private Suite suite = Suite.TABLE;

    @Option(
            names = "--relay",
            description = "The relay under test (default: ${DEFAULT-VALUE}).",
            defaultValue = "reference")
    private String relay = "reference";

    @Option(
            names = "--time-scale",
            description = "Factor on periods and thresholds, above 0 and at most 1 (default: the suite's own).")
    private @Nullable Double timeScale;

    @Option(names = "--seed", description = "Seed of everything that is drawn (default: a new one).")
    private @Nullable Long seed;

    @Option(names = "--trials", description = "Faults to inject in each scenario (default: the scenario's own number).")
    private @Nullable Integer trials;

    @Mixin
    private EnvironmentOptions environment = new EnvironmentOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Override
    public Integer call() throws Exception {
        RelayAdapter adapter = Relays.named(relay);
        // Mistakes show before anything is started.
        Map<Scenario, RunOptions> wanted = new LinkedHashMap<>();
        for (Scenario scenario : Suite.scenarios(scenarios)) {
            wanted.put(scenario, options(scenario));
        }
        environment.check();
        output.prepare();
        var progress = ConsoleProgress.onStandardOutput();
        var runs = new ArrayList<StoredRun>();
        try (var testbed = environment.open(progress)) {
            for (var each : wanted.entrySet()) {
                runs.add(new ScenarioRunner(testbed, each.getValue(), progress).run(each.getKey(), adapter));
            }
        } finally {
            // Whatever failed, what was measured before it is worth reading.
            progress.done();
            output.publish(runs, List.of());
        }
        return ExitCode.of(runs);
    }

    private RunOptions options(Scenario scenario) {
        double scale = timeScale == null ? suite.timeScale() : timeScale;
        long drawn = seed == null ? ThreadLocalRandom.current().nextLong(1_000_000) : seed;
        var count = trials == null ? OptionalInt.empty() : OptionalInt.of(trials);
        String command = "scripts/relaybench chaos run " + scenario.name() + " --relay " + relay + " --time-scale "
                + scale + " --seed " + drawn + (trials == null ? "" : " --trials " + trials) + environment.words();
        try {
            return new RunOptions(output.runs, drawn, scale, count, command, SourceCommit.current());
        } catch (IllegalArgumentException e) {
            throw new UsageException(e.getMessage() + ".");
        }
    }
}

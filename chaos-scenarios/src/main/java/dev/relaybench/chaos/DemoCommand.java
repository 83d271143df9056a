package dev.relaybench.chaos;

import dev.relaybench.harness.Scenario;
import dev.relaybench.harness.run.RunOptions;
import dev.relaybench.harness.run.ScenarioRunner;
import dev.relaybench.report.run.BenchmarkFile;
import dev.relaybench.report.run.StoredRun;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `relaybench demo`: the main job. A short benchmark and the fallback table with the reference system's own constants,
/// then the report.
@Command(name = "demo", description = "Runs a short benchmark and the fallback table, and writes the report.")
final class DemoCommand implements Callable<Integer> {
    @Mixin
    private EnvironmentOptions environment = new EnvironmentOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Override
    public Integer call() throws Exception {
        environment.check();
        output.prepare();
        var progress = ConsoleProgress.onStandardOutput();
        var relay = Relays.named("reference");
        long seed = ThreadLocalRandom.current().nextLong(1_000_000);
        var runs = new ArrayList<StoredRun>();
        var figures = new ArrayList<BenchmarkFile>();
        try (var testbed = environment.open(progress)) {
            for (Scenario scenario : Scenario.installed()) {
                String command =
                        "scripts/relaybench chaos run " + scenario.name() + " --seed " + seed + environment.words();
                runs.add(new ScenarioRunner(testbed, options(seed, command), progress).run(scenario, relay));
            }
            figures.add(Benchmarks.run(
                    Benchmarks.suites(List.of()),
                    testbed,
                    options(seed, "scripts/relaybench bench --quick" + environment.words()),
                    true,
                    progress));
        } finally {
            // Whatever failed, what was measured before it is worth reading.
            progress.done();
            output.publish(runs, figures);
        }
        return ExitCode.of(runs);
    }

    private RunOptions options(long seed, String command) {
        return new RunOptions(output.runs, seed, 1, OptionalInt.empty(), command, SourceCommit.current());
    }
}

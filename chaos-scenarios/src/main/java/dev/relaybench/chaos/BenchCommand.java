package dev.relaybench.chaos;

import dev.relaybench.harness.run.RunOptions;
import dev.relaybench.report.run.BenchmarkFile;
import dev.relaybench.report.run.BenchmarkRecord;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `relaybench bench`: measures without faults.
@Command(name = "bench", description = "Runs the benchmarks, beside their limits.")
final class BenchCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "BENCHMARK",
            arity = "0..*",
            description = "Benchmarks to run; all by default. An unknown name is answered with the known ones.")
    private List<String> ids = List.of();

    @Option(names = "--quick", description = "Fewer repetitions, for a first impression.")
    private boolean quick;

    @Option(names = "--seed", description = "Seed of the workload (default: ${DEFAULT-VALUE}).", defaultValue = "1")
    private long seed;

    @Mixin
    private EnvironmentOptions environment = new EnvironmentOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Override
    public Integer call() throws Exception {
        var progress = ConsoleProgress.onStandardOutput();
        String command = "scripts/relaybench bench" + words(ids) + (quick ? " --quick" : "") + " --seed " + seed
                + environment.words();
        var suites = Benchmarks.suites(ids);
        environment.check();
        output.prepare();
        BenchmarkFile file;
        try (var testbed = environment.open(progress)) {
            var options = new RunOptions(output.runs, seed, 1, OptionalInt.empty(), command, SourceCommit.current());
            file = Benchmarks.run(suites, testbed, options, quick, progress);
        }
        progress.done();
        output.publish(List.of(), List.of(file));
        return file.benchmarks().stream().map(BenchmarkRecord::voidReason).allMatch(reason -> reason == null)
                ? ExitCode.HELD
                : ExitCode.BROKEN;
    }

    private static String words(List<String> ids) {
        return ids.isEmpty() ? "" : " " + String.join(" ", ids);
    }
}

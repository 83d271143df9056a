package dev.relaybench.chaos;

import dev.relaybench.report.run.RunDirectory;
import dev.relaybench.report.run.StoredRun;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `relaybench report`: draws the report again from stored runs.
@Command(name = "report", description = "Writes the report from the newest stored run of each scenario and relay.")
final class ReportCommand implements Callable<Integer> {
    @Mixin
    private OutputOptions output = new OutputOptions();

    @Override
    public Integer call() {
        output.prepare();
        List<StoredRun> runs = RunDirectory.newest(RunDirectory.findAll(output.runs));
        output.publish(runs, Benchmarks.stored(output.runs));
        return ExitCode.of(runs);
    }
}

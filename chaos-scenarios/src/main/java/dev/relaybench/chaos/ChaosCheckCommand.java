package dev.relaybench.chaos;

import dev.relaybench.harness.Scenario;
import dev.relaybench.harness.history.History;
import dev.relaybench.harness.run.ScenarioRunner;
import dev.relaybench.report.TerminalTable;
import dev.relaybench.report.run.Judgement;
import dev.relaybench.report.run.RunDirectory;
import dev.relaybench.report.run.RunWriter;
import dev.relaybench.report.run.StoredRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `relaybench chaos check`: judges stored runs again, from their histories alone.
@Command(name = "check", description = "Judges stored runs again, without running anything.")
final class ChaosCheckCommand implements Callable<Integer> {
    @Parameters(
            arity = "1..*",
            paramLabel = "DIRECTORY",
            description = "Run directories, or directories with runs below them.")
    private List<Path> directories = new ArrayList<>();

    @Override
    public Integer call() {
        var judged = new ArrayList<StoredRun>();
        for (Path directory : directories) {
            for (StoredRun run : RunDirectory.findAll(directory)) {
                judged.add(hasHistory(run) ? judge(run) : run);
            }
        }
        if (judged.isEmpty()) {
            throw new UsageException("There is no run at or below " + directories + ": name a directory that has one.");
        }
        System.out.print(TerminalTable.render(judged));
        return ExitCode.of(judged);
    }

    private static boolean hasHistory(StoredRun run) {
        return run.judgement()
                .filter(judgement -> judgement != Judgement.NOT_RUN)
                .isPresent();
    }

    private static StoredRun judge(StoredRun run) {
        String name = run.manifest().scenario();
        Scenario scenario = Scenario.named(name)
                .orElseThrow(() -> new UsageException("The run " + run.path() + " is of the scenario \"" + name
                        + "\", which this version does not have: judge it with the version that ran it."));
        int trials = Integer.parseInt(run.manifest().plan().getOrDefault("trials", "1"));
        History history = History.read(new RunDirectory(run.path()).history());
        return RunWriter.rejudge(run, ScenarioRunner.judgeAgain(scenario, history, trials));
    }
}

package dev.relaybench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.harness.Scenario;
import dev.relaybench.harness.history.History;
import dev.relaybench.harness.run.Progress;
import dev.relaybench.harness.run.RunOptions;
import dev.relaybench.harness.run.ScenarioRunner;
import dev.relaybench.harness.testbed.Testbed;
import dev.relaybench.report.run.Judgement;
import dev.relaybench.report.run.RunDirectory;
import dev.relaybench.report.run.StoredRun;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The reference relay through every scenario, with short periods.
@ExtendWith(SharedTestbed.class)
class SmokeSuiteIT {
    private static final Path RUNS = Path.of("target", "smoke");

    @ParameterizedTest
    @MethodSource("scenarios")
    void referenceRelayHolds(String scenario, Testbed testbed) throws Exception {
        var options = new RunOptions(
                RUNS, 42, Suite.SMOKE.timeScale(), OptionalInt.empty(), "mvn -B verify", SourceCommit.current());

        StoredRun run = new ScenarioRunner(testbed, options, Progress.SILENT)
                .run(Scenario.named(scenario).orElseThrow(), Relays.named("reference"));

        var verdict = run.verdict().orElseThrow();
        assertThat(verdict.judgement())
                .as(run.path() + ": " + verdict.reasons())
                .isEqualTo(Judgement.HELD);
        assertThat(verdict.trials()).isNotEmpty().allMatch(trial -> trial.affectedRows() > 0);
        assertThat(run.samples()).isNotEmpty();
        assertThat(judgedAgain(scenario, run)).isEqualTo(verdict);
    }

    @ParameterizedTest
    @MethodSource("scenariosForThreeBrokers")
    void saysWhatAScenarioNeedsThatCannotBeRunHere(String scenario, Testbed testbed) throws Exception {
        var options = new RunOptions(
                RUNS, 42, Suite.SMOKE.timeScale(), OptionalInt.empty(), "mvn -B verify", SourceCommit.current());

        StoredRun run = new ScenarioRunner(testbed, options, Progress.SILENT)
                .run(Scenario.named(scenario).orElseThrow(), Relays.named("reference"));

        var verdict = run.verdict().orElseThrow();
        assertThat(verdict.judgement()).isEqualTo(Judgement.NOT_RUN);
        assertThat(verdict.reasons()).containsExactly("needs three brokers (use --brokers 3)");
    }

    private static Object judgedAgain(String scenario, StoredRun run) {
        var history = History.read(new RunDirectory(run.path()).history());
        int trials = run.verdict().orElseThrow().trials().size();
        return ScenarioRunner.judgeAgain(Scenario.named(scenario).orElseThrow(), history, trials);
    }

    static List<String> scenarios() {
        return Scenario.installed().stream()
                .filter(scenario -> !SharedThreeBrokers.needs(scenario))
                .map(Scenario::name)
                .toList();
    }

    static List<String> scenariosForThreeBrokers() {
        return ThreeBrokersIT.scenarios();
    }
}

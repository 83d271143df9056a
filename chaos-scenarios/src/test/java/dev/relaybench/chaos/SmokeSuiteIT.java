package dev.relaybench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.harness.Scenario;
import dev.relaybench.harness.history.History;
import dev.relaybench.harness.run.Progress;
import dev.relaybench.harness.run.RunOptions;
import dev.relaybench.harness.run.ScenarioRunner;
import dev.relaybench.harness.testbed.Guest;
import dev.relaybench.harness.testbed.SharedGuest;
import dev.relaybench.harness.testbed.Testbed;
import dev.relaybench.report.run.Judgement;
import dev.relaybench.report.run.RunDirectory;
import dev.relaybench.report.run.StoredRun;
import dev.relaybench.report.run.VerdictRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Every scenario with short periods, in every environment: the answers have to be the same.
@Tag("timed")
@ExtendWith({SharedTestbed.class, SharedGuest.class})
class SmokeSuiteIT {
    private static final Path RUNS = Path.of("target", "smoke");

    private static Environments environments;

    @BeforeAll
    static void start(Testbed embedded, Guest guest) throws IOException {
        environments = new Environments(embedded, guest);
    }

    @AfterAll
    static void stop() {
        environments.close();
    }

    @Test
    void everyEnvironmentIsHere() {
        assertThat(environments.all()).map(Testbed::environment).containsExactlyElementsOf(Environments.names());
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void referenceRelayHoldsEverywhere(String scenario) throws Exception {
        assertThat(answers(scenario, "reference", OptionalInt.empty()))
                .hasSize(Environments.names().size())
                .allSatisfy((environment, answer) -> {
                    var verdict = answer.verdict().orElseThrow();
                    assertThat(verdict.judgement())
                            .as(answer.path() + ": " + verdict.reasons())
                            .isEqualTo(Judgement.HELD);
                    assertThat(verdict.trials()).isNotEmpty().allMatch(trial -> trial.affectedRows() > 0);
                    assertThat(answer.samples()).isNotEmpty();
                    assertThat(answer.manifest().environment()).isEqualTo(environment);
                    assertThat(judgedAgain(scenario, answer)).isEqualTo(verdict);
                });
    }

    @ParameterizedTest
    @ValueSource(strings = "outbox-queue-full")
    void aRelayWithoutItsFallbackIsBrokenEverywhereInTheSameWay(String scenario) throws Exception {
        assertThat(answers(scenario, "no-polling-fallback", OptionalInt.of(1)))
                .hasSize(Environments.names().size())
                .allSatisfy((environment, answer) -> {
                    var verdict = answer.verdict().orElseThrow();
                    assertThat(verdict.judgement()).as(answer.path().toString()).isEqualTo(Judgement.BROKEN);
                    assertThat(broken(verdict)).containsExactly("STALLED");
                });
    }

    @ParameterizedTest
    @MethodSource("scenariosForThreeBrokers")
    void saysEverywhereWhatAScenarioNeedsThatCannotBeRun(String scenario) throws Exception {
        assertThat(answers(scenario, "reference", OptionalInt.empty())).allSatisfy((environment, answer) -> {
            assertThat(answer.judgement()).contains(Judgement.NOT_RUN);
            assertThat(answer.verdict().orElseThrow().reasons())
                    .singleElement()
                    .asString()
                    .startsWith("needs ")
                    .contains("three brokers (");
        });
    }

    private static Map<String, StoredRun> answers(String scenario, String relay, OptionalInt trials) throws Exception {
        var answers = new TreeMap<String, StoredRun>();
        for (Testbed testbed : environments.all()) {
            // All phases of the poll period where it is quickest; elsewhere it is the same answer that is asked for.
            boolean embedded = testbed.environment().equals("embedded");
            var options = new RunOptions(
                    RUNS.resolve(testbed.environment()),
                    42,
                    Suite.SMOKE.timeScale(),
                    embedded ? trials : OptionalInt.of(1),
                    "mvn -B verify",
                    SourceCommit.current());
            answers.put(
                    testbed.environment(),
                    new ScenarioRunner(testbed, options, Progress.SILENT)
                            .run(Scenario.named(scenario).orElseThrow(), Relays.named(relay)));
        }
        return answers;
    }

    private static Iterable<String> broken(VerdictRecord verdict) {
        var kinds = new TreeSet<String>();
        verdict.anomalies().stream()
                .filter(VerdictRecord.Anomaly::broken)
                .map(VerdictRecord.Anomaly::kind)
                .forEach(kinds::add);
        return kinds;
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

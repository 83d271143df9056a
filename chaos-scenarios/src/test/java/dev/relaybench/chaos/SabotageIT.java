package dev.relaybench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.chaos.sabotage.Sabotage;
import dev.relaybench.harness.Scenario;
import dev.relaybench.harness.expect.Anomaly;
import dev.relaybench.harness.run.Progress;
import dev.relaybench.harness.run.RunOptions;
import dev.relaybench.harness.run.ScenarioRunner;
import dev.relaybench.harness.testbed.Testbed;
import dev.relaybench.report.run.Judgement;
import dev.relaybench.report.run.StoredRun;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Every sabotaged relay through the scenarios that have to catch it: a scenario that nothing can break proves nothing.
/// Those that take three brokers are in {@link ThreeBrokersSabotageIT}.
@ExtendWith(SharedTestbed.class)
class SabotageIT {
    private static final Path RUNS = Path.of("target", "sabotage");

    @ParameterizedTest
    @MethodSource("matrix")
    void isCaught(String sabotage, String scenario, Anomaly anomaly, Testbed testbed) throws Exception {
        var options = new RunOptions(
                RUNS, 42, Suite.SMOKE.timeScale(), OptionalInt.of(1), "mvn -B verify", SourceCommit.current());

        var run = new ScenarioRunner(testbed, options, Progress.SILENT)
                .run(Scenario.named(scenario).orElseThrow(), Relays.named(sabotage));

        assertCaught(run, anomaly);
    }

    static void assertCaught(StoredRun run, Anomaly anomaly) {
        var verdict = run.verdict().orElseThrow();
        assertThat(verdict.judgement())
                .as(run.path() + ": " + verdict.reasons())
                .isEqualTo(Judgement.BROKEN);
        assertThat(verdict.anomalies())
                .as(verdict.reasons().toString())
                .anyMatch(seen -> seen.kind().equals(anomaly.name()) && seen.broken());
    }

    @Test
    void everyScenarioIsBrokenBySomeSabotage() {
        var broken = Sabotage.installed().stream()
                .flatMap(sabotage -> sabotage.caughtBy().stream())
                .map(Sabotage.Catch::scenario)
                .distinct();

        assertThat(broken)
                .containsExactlyInAnyOrderElementsOf(
                        Scenario.installed().stream().map(Scenario::name).toList());
        assertThat(Sabotage.installed())
                .allMatch(sabotage -> !sabotage.caughtBy().isEmpty());
    }

    static Stream<Arguments> matrix() {
        return matrix(scenario -> !SharedThreeBrokers.needs(scenario));
    }

    /// The pairs of a sabotage and a scenario that has to catch it, for some of the scenarios.
    static Stream<Arguments> matrix(Predicate<Scenario> wanted) {
        return Sabotage.installed().stream()
                .flatMap(sabotage -> sabotage.caughtBy().stream()
                        .filter(caught ->
                                wanted.test(Scenario.named(caught.scenario()).orElseThrow()))
                        .map(caught -> Arguments.of(sabotage.name(), caught.scenario(), caught.anomaly())));
    }
}

package dev.relaybench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.chaos.sabotage.Sabotage;
import dev.relaybench.harness.Scenario;
import dev.relaybench.harness.expect.Anomaly;
import dev.relaybench.harness.expect.Timings;
import dev.relaybench.harness.history.History;
import dev.relaybench.harness.run.Progress;
import dev.relaybench.harness.run.RunOptions;
import dev.relaybench.harness.run.ScenarioRunner;
import dev.relaybench.harness.testbed.Capability;
import dev.relaybench.harness.testbed.EmbeddedTestbed;
import dev.relaybench.harness.testbed.Testbed;
import dev.relaybench.harness.testbed.TestbedPlan;
import dev.relaybench.report.run.Judgement;
import dev.relaybench.report.run.RunDirectory;
import dev.relaybench.report.run.StoredRun;
import dev.relaybench.report.run.VerdictRecord;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What takes three brokers: the scenarios that end some of them, with the reference relay and with the sabotaged ones.
class ThreeBrokersIT {
    private static final Path RUNS = Path.of("target", "three-brokers");

    @TempDir
    static Path parent;

    private static Testbed testbed;

    @BeforeAll
    static void start() {
        testbed = EmbeddedTestbed.start(parent.resolve("work"), new TestbedPlan(3));
    }

    @AfterAll
    static void close() {
        testbed.close();
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void referenceRelayHolds(String scenario) throws Exception {
        StoredRun run = run("reference", scenario);

        VerdictRecord verdict = run.verdict().orElseThrow();
        assertThat(verdict.judgement())
                .as(run.path() + ": " + verdict.reasons())
                .isEqualTo(Judgement.HELD);
        assertThat(verdict.trials()).isNotEmpty().allMatch(trial -> trial.affectedRows() > 0);
        var history = History.read(new RunDirectory(run.path()).history());
        assertThat(ScenarioRunner.judgeAgain(Scenario.named(scenario).orElseThrow(), history, 1))
                .isEqualTo(verdict);
    }

    @ParameterizedTest
    @MethodSource("matrix")
    void sabotageIsCaught(String sabotage, String scenario, Anomaly anomaly) throws Exception {
        StoredRun run = run(sabotage, scenario);

        VerdictRecord verdict = run.verdict().orElseThrow();
        assertThat(verdict.judgement())
                .as(run.path() + ": " + verdict.reasons())
                .isEqualTo(Judgement.BROKEN);
        assertThat(verdict.anomalies())
                .as(verdict.reasons().toString())
                .anyMatch(seen -> seen.kind().equals(anomaly.name()) && seen.broken());
    }

    @Test
    void aFaultOnLinksBitesOnEachOfThem() throws Exception {
        VerdictRecord verdict =
                run("reference", "broker-slow-black-hole").verdict().orElseThrow();

        assertThat(verdict.judgement()).as(verdict.reasons().toString()).isEqualTo(Judgement.HELD);
        assertThat(verdict.trials()).singleElement().satisfies(trial -> {
            assertThat(trial.evidence())
                    .containsEntry("request through the faulty link", "no answer, no answer, no answer");
            assertThat(trial.evidence())
                    .extractingByKey("request through the healed link")
                    .asString()
                    .containsPattern("(answered after .*){3}");
        });
    }

    @Test
    void topicsHaveThreeReplicasOfWhichTwoMustBeInSync() {
        assertThat(testbed.capabilities()).contains(Capability.THREE_BROKERS, Capability.BROKER_PROCESS);
        assertThat(testbed.kafka().nodes()).hasSize(3);
        assertThat(testbed.settings())
                .containsEntry("kafka.topic.replication.factor", "3")
                .containsEntry("kafka.topic.min.insync.replicas", "2")
                .containsEntry("kafka.min.insync.replicas", "2");
    }

    private static StoredRun run(String relay, String scenario) throws Exception {
        var options = new RunOptions(
                RUNS, 42, Suite.SMOKE.timeScale(), OptionalInt.of(1), "mvn -B verify", SourceCommit.current());
        return new ScenarioRunner(testbed, options, Progress.SILENT)
                .run(Scenario.named(scenario).orElseThrow(), Relays.named(relay));
    }

    static List<String> scenarios() {
        return Scenario.installed().stream()
                .filter(ThreeBrokersIT::needsThreeBrokers)
                .map(Scenario::name)
                .toList();
    }

    static Stream<Arguments> matrix() {
        return Sabotage.installed().stream()
                .flatMap(sabotage -> sabotage.caughtBy().stream()
                        .filter(caught -> needsThreeBrokers(
                                Scenario.named(caught.scenario()).orElseThrow()))
                        .map(caught -> Arguments.of(sabotage.name(), caught.scenario(), caught.anomaly())));
    }

    /// Whether a scenario is not run on one broker.
    static boolean needsThreeBrokers(Scenario scenario) {
        return scenario.plan(Timings.DEFAULTS).fault().needs().contains(Capability.THREE_BROKERS);
    }
}

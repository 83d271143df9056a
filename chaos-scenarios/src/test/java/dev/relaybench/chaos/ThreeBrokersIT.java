package dev.relaybench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.harness.Scenario;
import dev.relaybench.harness.history.History;
import dev.relaybench.harness.run.ScenarioRunner;
import dev.relaybench.harness.testbed.Capability;
import dev.relaybench.harness.testbed.Testbed;
import dev.relaybench.report.run.Judgement;
import dev.relaybench.report.run.RunDirectory;
import dev.relaybench.report.run.StoredRun;
import dev.relaybench.report.run.VerdictRecord;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The reference relay through the scenarios that take three brokers.
@Tag("timed")
@ExtendWith(SharedThreeBrokers.class)
class ThreeBrokersIT {
    @ParameterizedTest
    @MethodSource("scenarios")
    void referenceRelayHolds(String scenario, Testbed testbed) throws Exception {
        StoredRun run = SharedThreeBrokers.run(testbed, "reference", scenario);

        VerdictRecord verdict = run.verdict().orElseThrow();
        assertThat(verdict.judgement())
                .as(run.path() + ": " + verdict.reasons())
                .isEqualTo(Judgement.HELD);
        assertThat(verdict.trials()).isNotEmpty().allMatch(trial -> trial.affectedRows() > 0);
        var history = History.read(new RunDirectory(run.path()).history());
        assertThat(ScenarioRunner.judgeAgain(Scenario.named(scenario).orElseThrow(), history, 1))
                .isEqualTo(verdict);
    }

    @Test
    void aFaultOnLinksBitesOnEachOfThem(Testbed testbed) throws Exception {
        VerdictRecord verdict = SharedThreeBrokers.run(testbed, "reference", "broker-slow-black-hole")
                .verdict()
                .orElseThrow();

        assertThat(verdict.trials())
                .singleElement()
                .satisfies(trial -> assertThat(trial.evidence())
                        .containsEntry("request through the faulty link", "no answer, no answer, no answer")
                        .extractingByKey("request through the healed link")
                        .asString()
                        .containsPattern("(answered after .*){3}"));
    }

    @Test
    void topicsHaveThreeReplicasOfWhichTwoMustBeInSync(Testbed testbed) {
        assertThat(testbed.capabilities()).contains(Capability.THREE_BROKERS, Capability.BROKER_PROCESS);
        assertThat(testbed.kafka().nodes()).hasSize(3);
        assertThat(testbed.settings())
                .containsEntry("kafka.topic.replication.factor", "3")
                .containsEntry("kafka.topic.min.insync.replicas", "2")
                .containsEntry("kafka.min.insync.replicas", "2");
    }

    static List<String> scenarios() {
        return Scenario.installed().stream()
                .filter(SharedThreeBrokers::needs)
                .map(Scenario::name)
                .toList();
    }
}

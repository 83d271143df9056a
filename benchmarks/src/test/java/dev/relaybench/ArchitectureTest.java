package dev.relaybench;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.relaybench.harness.testbed.Capability;
import dev.relaybench.harness.testbed.Node;
import dev.relaybench.harness.testbed.PartitionState;
import org.junit.jupiter.api.Test;

/// Who may know whom: benchmarks -> chaos-scenarios (the harness only) -> relay-impl and reports, and those two know
/// nothing of ours.
class ArchitectureTest {
    private static final JavaClasses OURS = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.relaybench");

    private static final String[] SYSTEMS = {
        "dev.relaybench.relay.outbox..",
        "dev.relaybench.relay.inbox..",
        "dev.relaybench.relay.polling..",
        "dev.relaybench.relay.wake..",
        "dev.relaybench.relay.mode..",
        "dev.relaybench.relay.cancellation..",
        "dev.relaybench.relay.consumer.."
    };

    @Test
    void relayKnowsNothingElseOfOurs() {
        onlyKnows("dev.relaybench.relay..", "dev.relaybench.relay..").check(OURS);
    }

    @Test
    void reportKnowsNothingElseOfOurs() {
        onlyKnows("dev.relaybench.report..", "dev.relaybench.report..").check(OURS);
    }

    @Test
    void harnessKnowsNoScenarioAndNoBenchmark() {
        noClasses()
                .that()
                .resideInAPackage("dev.relaybench.harness..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.relaybench.chaos..", "dev.relaybench.bench..")
                .check(OURS);
    }

    @Test
    void benchmarksKnowTheHarnessAndNoScenario() {
        noClasses()
                .that()
                .resideInAPackage("dev.relaybench.bench..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.relaybench.chaos..")
                .check(OURS);
    }

    @Test
    void harnessKnowsOfRelaysOnlyTheirContract() {
        noClasses()
                .that()
                .resideInAPackage("dev.relaybench.harness..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.relaybench.relay.main..",
                        "dev.relaybench.relay.outbox..",
                        "dev.relaybench.relay.kafka..",
                        "dev.relaybench.relay.settings..",
                        "dev.relaybench.relay.http..")
                .check(OURS);
    }

    @Test
    void noPartOfTheRelayKnowsTheProcessAroundIt() {
        noClasses()
                .that(resideInAPackage("dev.relaybench.relay..")
                        .and(not(resideInAnyPackage("dev.relaybench.relay.main..", "dev.relaybench.relay.http.."))))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.relaybench.relay.main..", "dev.relaybench.relay.http..")
                .check(OURS);
    }

    @Test
    void whatTheRelayIsMadeOfKnowsNoSystemOfIt() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "dev.relaybench.relay.message..",
                        "dev.relaybench.relay.transaction..",
                        "dev.relaybench.relay.loop..",
                        "dev.relaybench.relay.metrics..",
                        "dev.relaybench.relay.trace..",
                        "dev.relaybench.relay.vendor..",
                        "dev.relaybench.relay.jdbc..",
                        "dev.relaybench.relay.kafka..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(SYSTEMS)
                .check(OURS);
    }

    @Test
    void theSystemsOfTheRelayPublishThroughThePortAlone() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "dev.relaybench.relay.outbox..",
                        "dev.relaybench.relay.polling..",
                        "dev.relaybench.relay.cancellation..",
                        "dev.relaybench.relay.transaction..",
                        "dev.relaybench.relay.message..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.kafka..", "dev.relaybench.relay.kafka..")
                .check(OURS);
    }

    @Test
    void checkersArePureFunctionsOfAHistory() {
        pureCheckers().check(OURS);
    }

    @Test
    void historiesAreWrittenAndReadWithoutAnySystem() {
        noClasses()
                .that()
                .resideInAnyPackage("dev.relaybench.harness.history..", "dev.relaybench.harness.expect..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "org.apache.kafka..", "dev.relaybench.harness.testbed..")
                .check(OURS);
    }

    @Test
    void scenariosOnlyDeclare() {
        noClasses()
                .that()
                .resideInAPackage("dev.relaybench.chaos.scenario..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.relaybench.harness.run..",
                        "dev.relaybench.harness.testbed..",
                        "dev.relaybench.harness.check..",
                        "java.sql..",
                        "org.apache.kafka..")
                .check(OURS);
    }

    @Test
    void faultsReachLinksThroughThePublicClientOnly() {
        noClasses()
                .that()
                .resideInAPackage("dev.relaybench.harness.fault..")
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage("dev.relaybench.harness.toxiproxy..", "dev.relaybench.harness.testbed..")
                                .and(not(belongToAnyOf(Capability.class, Node.class, PartitionState.class))))
                .check(OURS);
    }

    @Test
    void theConformanceSuiteKnowsNoServerOfOurs() {
        noClasses()
                .that()
                .resideInAPackage("dev.relaybench.harness.toxiproxy.conformance..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.relaybench.harness.toxiproxy")
                .check(OURS);
    }

    @Test
    void aRuleOfThisTestCanFail() {
        ArchRule impossible = classes()
                .that()
                .resideInAPackage("dev.relaybench.harness.run..")
                .should()
                .bePackagePrivate();

        assertThatThrownBy(() -> impossible.check(OURS)).isInstanceOf(AssertionError.class);
        assertThat(OURS).hasSizeGreaterThan(50);
    }

    private static ArchRule pureCheckers() {
        return noClasses()
                .that()
                .resideInAPackage("dev.relaybench.harness.check..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "java.sql..",
                        "java.net..",
                        "java.nio.file..",
                        "org.apache.kafka..",
                        "dev.relaybench.harness.testbed..",
                        "dev.relaybench.harness.run..")
                .orShould()
                .callMethod(java.time.Instant.class, "now")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis");
    }

    private static ArchRule onlyKnows(String who, String whom) {
        return noClasses()
                .that()
                .resideInAPackage(who)
                .should()
                .dependOnClassesThat(resideInAPackage("dev.relaybench..").and(not(resideInAPackage(whom))));
    }
}

package dev.relaybench.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.relaybench.harness.Plan;
import dev.relaybench.harness.Scenario;
import dev.relaybench.harness.expect.Bound;
import dev.relaybench.harness.expect.Origin;
import dev.relaybench.harness.expect.Timings;
import dev.relaybench.harness.fault.Fault;
import dev.relaybench.harness.fault.FaultTarget;
import dev.relaybench.harness.fault.Injection;
import dev.relaybench.harness.run.Progress;
import dev.relaybench.harness.run.RunOptions;
import dev.relaybench.harness.run.ScenarioRunner;
import dev.relaybench.harness.testbed.Capability;
import dev.relaybench.harness.testbed.Testbed;
import dev.relaybench.harness.workload.Workload;
import dev.relaybench.report.run.Judgement;
import dev.relaybench.report.run.RunDirectory;
import dev.relaybench.report.run.StoredRun;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// A run whose fault does nothing, cannot be injected or never heals is no pass.
@ExtendWith(SharedTestbed.class)
class VacuityIT {
    @TempDir
    private Path runs;

    @Test
    void aFaultThatDoesNothingIsInconclusive(Testbed testbed) throws Exception {
        var verdict = run(testbed, target -> injection(false, true)).verdict().orElseThrow();

        assertThat(verdict.judgement()).isEqualTo(Judgement.INCONCLUSIVE);
        assertThat(verdict.reasons()).anyMatch(reason -> reason.contains("the fault did not bite"));
    }

    @Test
    void aFaultThatDoesNotHealIsInconclusive(Testbed testbed) throws Exception {
        var verdict = run(testbed, target -> injection(true, false)).verdict().orElseThrow();

        assertThat(verdict.judgement()).isEqualTo(Judgement.INCONCLUSIVE);
        assertThat(verdict.reasons()).anyMatch(reason -> reason.contains("the end of the fault was not confirmed"));
    }

    @Test
    void aFaultThatCannotBeInjectedFailsTheHarnessAndLeavesAPartialRun(Testbed testbed) {
        assertThatThrownBy(() -> run(testbed, target -> {
                    throw new IllegalStateException("no such fault today");
                }))
                .hasMessage("no such fault today");

        assertThat(RunDirectory.findAll(runs)).singleElement().satisfies(run -> {
            assertThat(run.partial()).isTrue();
            assertThat(run.judgement()).isEmpty();
            assertThat(run.path().resolve("servers")).isDirectoryContaining("glob:**/postgres.log");
        });
    }

    @Test
    void aFaultThatTheTestbedCannotDoIsNotRun(Testbed testbed) throws Exception {
        StoredRun run = run(testbed, new WithFault(Set.of(Capability.THREE_BROKERS, Capability.BROKER_LINK), target -> {
            throw new IllegalStateException("was run all the same");
        }));

        assertThat(run.judgement()).contains(Judgement.NOT_RUN);
        assertThat(run.verdict().orElseThrow().reasons()).containsExactly("needs three brokers (use --brokers 3)");
        assertThat(ExitCode.of(List.of(run))).isEqualTo(ExitCode.INCONCLUSIVE);
        assertThat(RunDirectory.read(run.path())).isEqualTo(run);
    }

    private StoredRun run(Testbed testbed, Injector injector) throws Exception {
        return run(testbed, new WithFault(Set.of(), injector));
    }

    private StoredRun run(Testbed testbed, Scenario scenario) throws Exception {
        var options = new RunOptions(runs, 1, 1, OptionalInt.empty(), "a test", "unknown");
        return new ScenarioRunner(testbed, options, Progress.SILENT).run(scenario, Relays.named("reference"));
    }

    private static Injection injection(boolean bit, boolean heals) {
        return new Injection() {
            @Override
            public boolean bit() {
                return bit;
            }

            @Override
            public Map<String, String> evidence() {
                return Map.of();
            }

            @Override
            public Healing heal() {
                return new Healing(Instant.now(), heals, Map.of());
            }
        };
    }

    private interface Injector {
        Injection inject(FaultTarget target) throws Exception;
    }

    private record WithFault(Set<Capability> needs, Injector injector) implements Scenario, Fault {
        @Override
        public String name() {
            return "vacuous";
        }

        @Override
        public Plan plan(Timings timings) {
            return Plan.titled("A test of the harness.")
                    .promise("nothing", "nothing", "none")
                    .workload(Workload.steady(50))
                    .fault(this, Duration.ZERO, 1)
                    .bound(Bound.of("1 outbox poll", Origin.HEAL, "outbox poll", timings.outboxPoll()))
                    .build();
        }

        @Override
        public Injection inject(FaultTarget target) throws Exception {
            return injector.inject(target);
        }
    }
}

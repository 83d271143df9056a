package dev.relaybench.harness.run;

import dev.relaybench.harness.Plan;
import dev.relaybench.harness.expect.Timings;
import dev.relaybench.harness.fault.FaultTarget;
import dev.relaybench.harness.history.HistoryEvent;
import dev.relaybench.harness.workload.LiveRows;
import dev.relaybench.harness.workload.Workload;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/// What a run goes through once the relay is up: the load, and what happens under it.
///
/// @param timings the periods and thresholds that the relay is given
/// @param relaySettings all that the relay is set to beside addresses and credentials, the timings included
/// @param drainMax how long to wait after the load until nothing is left
/// @param script what happens between warm-up and drain
record Course(Workload workload, Timings timings, Map<String, String> relaySettings, Duration drainMax, Script script) {
    private static final Duration DRAIN_MIN = Duration.ofSeconds(5);

    Course {
        relaySettings = Map.copyOf(relaySettings);
    }

    /// The course of a scenario: steady state, then the trials. The drain lasts longer than any promise of recovery.
    ///
    /// @param relay settings of the relay under test; the plan's own win
    static Course of(Plan plan, Timings timings, Map<String, String> relay, Progress progress, long seed) {
        var settings = new TreeMap<>(relay);
        settings.putAll(timings.asRelaySettings());
        settings.putAll(plan.relaySettings());
        return new Course(
                plan.workload(),
                timings,
                settings,
                plan.bound().configured().multipliedBy(2).plus(DRAIN_MIN),
                live -> new Trials(plan, timings, live, progress, seed).run());
    }

    /// The course of a load benchmark: nothing but load, for so long.
    static Course ofLoad(Workload workload, Map<String, String> relay, Duration length) {
        var settings = new TreeMap<>(relay);
        settings.putAll(Timings.DEFAULTS.asRelaySettings());
        return new Course(
                workload,
                Timings.DEFAULTS,
                settings,
                Timings.DEFAULTS.outboxPoll().multipliedBy(2).plus(DRAIN_MIN),
                live -> Pause.of(length));
    }

    /// What happens under load.
    @FunctionalInterface
    interface Script {
        void run(LiveSystem live) throws Exception;
    }

    /// What a script works on.
    ///
    /// @param target the running system as faults see it
    /// @param rows what is committed and seen
    /// @param history where events go
    record LiveSystem(FaultTarget target, LiveRows rows, Consumer<HistoryEvent> history) {}
}

package dev.relaybench.harness;

import dev.relaybench.harness.expect.Anomaly;
import dev.relaybench.harness.expect.Bound;
import dev.relaybench.harness.expect.Expectation;
import dev.relaybench.harness.expect.Grade;
import dev.relaybench.harness.fault.Fault;
import dev.relaybench.harness.workload.Workload;
import dev.relaybench.relay.spi.Guarantee;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A scenario, resolved: everything that a run needs and that a verdict is judged by.
///
/// @param title what happens, as a sentence
/// @param promise the row of the fallback table
/// @param workload what is offered all the while
/// @param relaySettings settings of the relay under test beside the timings
/// @param fault what is broken in each trial
/// @param hold how long the fault stays on
/// @param trials how often, each at another phase of the polling period
/// @param expectations what the scenario says of anomalies, by anomaly
/// @param bound the promised recovery time
public record Plan(
        String title,
        Promise promise,
        Workload workload,
        Map<String, String> relaySettings,
        Fault fault,
        Duration hold,
        int trials,
        Map<Anomaly, Expectation> expectations,
        Bound bound) {

    public Plan {
        relaySettings = Map.copyOf(relaySettings);
        expectations = Map.copyOf(expectations);
        if (trials < 1) {
            throw new IllegalArgumentException("a plan needs at least one trial, not " + trials);
        }
    }

    /// Begins a plan.
    ///
    /// @param title what happens, as a sentence
    public static Builder titled(String title) {
        return new Builder(title);
    }

    /// What it says of an anomaly. One that it does not mention is forbidden, unless the relay under test does not
    /// claim its absence.
    public Expectation expectation(Anomaly anomaly, Set<Guarantee> guarantees) {
        Expectation mentioned = expectations.get(anomaly);
        return mentioned != null ? mentioned : Expectation.unmentioned(anomaly, guarantees);
    }

    /// The same plan with another number of trials.
    public Plan withTrials(int count) {
        return new Plan(title, promise, workload, relaySettings, fault, hold, count, expectations, bound);
    }

    /// A row of the fallback table, in words.
    ///
    /// @param fault what is broken
    /// @param path what recovers the rows
    /// @param backlog for how many stuck rows the bound is promised
    public record Promise(String fault, String path, String backlog) {}

    /// Collects the parts of a plan.
    public static final class Builder {
        private final String title;
        private @Nullable Promise promise;
        private @Nullable Workload workload;
        private final Map<String, String> relaySettings = new LinkedHashMap<>();
        private @Nullable Fault fault;
        private Duration hold = Duration.ZERO;
        private int trials = 3;
        private final Map<Anomaly, Expectation> expectations = new LinkedHashMap<>();
        private @Nullable Bound bound;

        private Builder(String title) {
            this.title = title;
        }

        /// The row of the fallback table.
        public Builder promise(String fault, String path, String backlog) {
            promise = new Promise(fault, path, backlog);
            return this;
        }

        /// What is offered.
        public Builder workload(Workload offered) {
            workload = offered;
            return this;
        }

        /// One setting of the relay under test.
        public Builder relaySetting(String key, long value) {
            relaySettings.put(key, Long.toString(value));
            return this;
        }

        /// What is broken, and for how long in each of so many trials.
        public Builder fault(Fault broken, Duration held, int times) {
            fault = broken;
            hold = held;
            trials = times;
            return this;
        }

        /// What may be seen of an anomaly, and why.
        public Builder expect(Anomaly anomaly, Grade grade, long budget, String reason) {
            expectations.put(anomaly, new Expectation(anomaly, grade, budget, reason));
            return this;
        }

        /// The promised recovery time.
        public Builder bound(Bound promised) {
            bound = promised;
            return this;
        }

        /// The plan.
        ///
        /// @throws NullPointerException naming the part that is missing
        public Plan build() {
            return new Plan(
                    title,
                    need(promise, "promise"),
                    need(workload, "workload"),
                    relaySettings,
                    need(fault, "fault"),
                    hold,
                    trials,
                    expectations,
                    need(bound, "bound"));
        }

        private <T> T need(@Nullable T part, String name) {
            return Objects.requireNonNull(part, () -> "the plan \"" + title + "\" has no " + name);
        }
    }

    /// The anomalies that the plan mentions.
    public List<Anomaly> mentioned() {
        return expectations.keySet().stream().sorted().toList();
    }
}

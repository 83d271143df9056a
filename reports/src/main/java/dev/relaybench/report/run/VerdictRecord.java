package dev.relaybench.report.run;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a run showed. Stored as `verdict.json`; made from the history alone, so it can be made again.
///
/// All `Millis` are counted from {@link RunManifest#startedAt()} where they are points in time.
///
/// @param schemaVersion version of the stored format
/// @param scenario name of the scenario; the row's id in reports
/// @param title what the scenario does, as a sentence
/// @param relay name of the relay under test
/// @param promise what the fallback table promises
/// @param judgement the verdict over everything below
/// @param reasons why, worst first; one sentence each
/// @param trials one entry for each injection of the fault
/// @param anomalies one entry for each anomaly that was seen or has an expectation of its own
/// @param phases the phases that the run went through, in order
/// @param steadyState what was normal before the first fault
/// @param counts totals over the whole run
public record VerdictRecord(
        int schemaVersion,
        String scenario,
        String title,
        String relay,
        Promise promise,
        Judgement judgement,
        List<String> reasons,
        List<Trial> trials,
        List<Anomaly> anomalies,
        List<Phase> phases,
        SteadyState steadyState,
        Counts counts) {

    public VerdictRecord {
        reasons = List.copyOf(reasons);
        trials = List.copyOf(trials);
        anomalies = List.copyOf(anomalies);
        phases = List.copyOf(phases);
    }

    /// A row of the fallback table.
    ///
    /// @param fault what is broken, in words
    /// @param path what recovers the rows, in words
    /// @param bound the promised bound as a formula, in words
    /// @param origin what the bound is counted from, in words
    /// @param backlog for how many stuck rows the bound is promised, in words
    public record Promise(String fault, String path, String bound, String origin, String backlog) {}

    /// One injection and the recovery from it.
    ///
    /// @param index counted from 1
    /// @param judgement the verdict on this trial's bound
    /// @param reason why, as a sentence
    /// @param faultAtMillis when its injection began
    /// @param healedAtMillis when its end was confirmed; absent if it never was
    /// @param originAtMillis the instant that the bound is counted from (the first one, where each row has its own)
    /// @param recoveredAtMillis when the last affected row was seen on its topic; absent if one never was
    /// @param affectedRows rows that the bound is about
    /// @param recovery time from origin to topic over the affected rows; absent if a row never came
    /// @param bound the promised bound, in milliseconds, and what it is made of
    /// @param allowedMillis bound plus allowances
    /// @param allowances what was added to the bound, each measured: term to milliseconds
    /// @param evidence what shows that the fault bit
    public record Trial(
            int index,
            Judgement judgement,
            String reason,
            double faultAtMillis,
            @Nullable Double healedAtMillis,
            @Nullable Double originAtMillis,
            @Nullable Double recoveredAtMillis,
            int affectedRows,
            @Nullable Recovery recovery,
            Bound bound,
            double allowedMillis,
            Map<String, Double> allowances,
            Map<String, String> evidence) {

        public Trial {
            allowances = Sorted.copyOf(allowances);
            evidence = Sorted.copyOf(evidence);
        }
    }

    /// Times from origin to topic.
    public record Recovery(double firstMillis, double medianMillis, double lastMillis) {}

    /// A promised bound with its terms, for example `boot` 812 and `outbox poll` 2000.
    public record Bound(double millis, Map<String, Double> terms) {
        public Bound {
            terms = Sorted.copyOf(terms);
        }
    }

    /// An anomaly beside what was expected of it.
    ///
    /// @param kind LOST, DUPLICATED, REORDERED, PHANTOM, CORRUPTED or STALLED
    /// @param grade FORBIDDEN, INTERESTING or ACCEPTABLE
    /// @param count how often it was seen
    /// @param budget how often it may be seen; absent where there is no limit, 0 where it is forbidden
    /// @param reason why it has this grade
    /// @param broken whether it breaks the verdict
    /// @param counterexamples the fewest events that show it, a few at most
    public record Anomaly(
            String kind,
            String grade,
            long count,
            @Nullable Long budget,
            String reason,
            boolean broken,
            List<String> counterexamples) {

        public Anomaly {
            counterexamples = List.copyOf(counterexamples);
        }
    }

    /// A named stretch of the run.
    public record Phase(String name, double startMillis, double endMillis) {}

    /// What was normal before the first fault.
    ///
    /// @param reached whether the steady state held
    /// @param rows rows that were committed in it
    /// @param publishP50Millis median time from commit until a consumer past all proxies had the row
    /// @param publishP99Millis 99th percentile of the same; the allowance of every bound
    public record SteadyState(boolean reached, int rows, double publishP50Millis, double publishP99Millis) {}

    /// Totals.
    ///
    /// @param requested business requests that were sent
    /// @param committed rows that PostgreSQL has
    /// @param aborted requests that left no row
    /// @param indeterminate requests whose outcome their sender never learned
    /// @param published records read from the topics, copies included
    /// @param hostStalls host stalls longer than 10 ms
    /// @param hostStallMillis their sum
    public record Counts(
            long requested,
            long committed,
            long aborted,
            long indeterminate,
            long published,
            long hostStalls,
            double hostStallMillis) {}
}

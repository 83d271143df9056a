package dev.relaybench.harness.check;

import dev.relaybench.harness.Plan;
import dev.relaybench.harness.expect.Anomaly;
import dev.relaybench.harness.expect.Expectation;
import dev.relaybench.harness.history.History;
import dev.relaybench.harness.history.HistoryEvent;
import dev.relaybench.harness.history.HistoryEvent.FaultHealed;
import dev.relaybench.harness.history.HistoryEvent.FaultInjected;
import dev.relaybench.harness.history.HistoryEvent.RunStarted;
import dev.relaybench.relay.spi.Guarantee;
import dev.relaybench.report.run.Judgement;
import dev.relaybench.report.run.RunDirectory;
import dev.relaybench.report.run.VerdictRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;

/// Makes a verdict from a history and the plan that it followed, and from nothing else.
///
/// Worst wins. Loss, duplicates beyond their budget, reordering and the like are judged by identity over the whole
/// history and are never excused by noise. A history that lacks something proves nothing and is inconclusive.
public final class Judge {
    private Judge() {}

    /// The verdict.
    ///
    /// @throws IllegalArgumentException if the history has no beginning
    public static VerdictRecord judge(Plan plan, History history) {
        RunStarted start = history.first(RunStarted.class)
                .orElseThrow(() ->
                        new IllegalArgumentException("the history has no RunStarted event: it is no history of a run"));
        var stretches = Stretch.all(history);
        var steady = SteadyStateMeter.measure(plan, history, stretches);
        var trials = trials(plan, history, start.at(), steady.publishP99Millis());
        var gaps = gaps(plan, history);
        var anomalies =
                complete(history) ? anomalies(plan, start.guarantees(), history) : List.<VerdictRecord.Anomaly>of();

        var reasons = new ArrayList<Reason>();
        gaps.forEach(gap -> reasons.add(new Reason(Judgement.INCONCLUSIVE, gap)));
        if (!steady.reached()) {
            reasons.add(new Reason(
                    Judgement.INCONCLUSIVE,
                    "the steady state was not reached: " + steady.rows()
                            + " rows were committed in it, and 99 % of them" + " were published within "
                            + steady.publishP99Millis() + " ms"));
        }
        anomalies.stream()
                .filter(VerdictRecord.Anomaly::broken)
                .forEach(a -> reasons.add(new Reason(Judgement.BROKEN, words(a))));
        trials.stream()
                .filter(trial -> trial.judgement() != Judgement.HELD)
                .forEach(t -> reasons.add(new Reason(t.judgement(), "trial " + t.index() + ": " + t.reason())));
        Judgement worst = reasons.stream().map(Reason::judgement).reduce(Judgement.HELD, Judgement::and);

        return new VerdictRecord(
                RunDirectory.SCHEMA_VERSION,
                start.scenario(),
                plan.title(),
                start.relay(),
                promise(plan),
                worst,
                reasons.stream()
                        .sorted((a, b) -> b.judgement().compareTo(a.judgement()))
                        .map(Reason::words)
                        .toList(),
                trials,
                anomalies,
                stretches.stream()
                        .map(s -> new VerdictRecord.Phase(
                                s.phase().name(),
                                Millis.between(start.at(), s.from()),
                                Millis.between(start.at(), s.to())))
                        .toList(),
                steady,
                Totals.of(history));
    }

    /// The record of a scenario that could not be run, and so says nothing of the relay.
    ///
    /// @param reason what it needs
    public static VerdictRecord notRun(Plan plan, String scenario, String relay, String reason) {
        return new VerdictRecord(
                RunDirectory.SCHEMA_VERSION,
                scenario,
                plan.title(),
                relay,
                promise(plan),
                Judgement.NOT_RUN,
                List.of(reason),
                List.of(),
                List.of(),
                List.of(),
                new VerdictRecord.SteadyState(false, 0, 0, 0),
                new VerdictRecord.Counts(0, 0, 0, 0, 0, 0, 0));
    }

    private static VerdictRecord.Promise promise(Plan plan) {
        return new VerdictRecord.Promise(
                plan.promise().fault(),
                plan.promise().path(),
                plan.bound().formula(),
                plan.bound().origin().words(),
                plan.promise().backlog());
    }

    private static List<VerdictRecord.Trial> trials(Plan plan, History history, Instant zero, double p99Millis) {
        var judge = new TrialJudge(plan.bound(), history, zero, p99Millis);
        var injected = history.all(FaultInjected.class).toList();
        Instant end = history.events().getLast().at();
        Instant last =
                history.first(HistoryEvent.RunEnded.class).map(HistoryEvent::at).orElse(end);
        var trials = new ArrayList<VerdictRecord.Trial>();
        for (int i = 0; i < injected.size(); i++) {
            FaultInjected fault = injected.get(i);
            Optional<FaultHealed> healed = history.all(FaultHealed.class)
                    .filter(heal -> heal.trial() == fault.trial())
                    .findFirst();
            Instant until = i + 1 < injected.size() ? injected.get(i + 1).startedAt() : last;
            trials.add(judge.judge(fault, healed, until));
        }
        return trials;
    }

    private static List<String> gaps(Plan plan, History history) {
        var gaps = new ArrayList<String>();
        if (history.first(HistoryEvent.RunEnded.class).isEmpty()) {
            gaps.add("the run was cut short");
        }
        if (history.first(HistoryEvent.LedgerRead.class).isEmpty()) {
            gaps.add("the committed rows were not read");
        }
        if (history.first(HistoryEvent.TopicsRead.class).isEmpty()) {
            gaps.add("the topics were not read to their ends");
        }
        if (history.first(HistoryEvent.PendingRead.class).isEmpty()) {
            gaps.add("the relay's pending rows were not read");
        }
        long injected = history.all(FaultInjected.class).count();
        if (injected < plan.trials()) {
            gaps.add("only " + injected + " of " + plan.trials() + " faults were injected");
        }
        return gaps;
    }

    private static boolean complete(History history) {
        return history.first(HistoryEvent.LedgerRead.class).isPresent()
                && history.first(HistoryEvent.TopicsRead.class).isPresent()
                && history.first(HistoryEvent.PendingRead.class).isPresent();
    }

    private static List<VerdictRecord.Anomaly> anomalies(Plan plan, Set<Guarantee> guarantees, History history) {
        var anomalies = new ArrayList<VerdictRecord.Anomaly>();
        for (Checker checker : ServiceLoader.load(Checker.class)) {
            Anomaly kind = checker.anomaly();
            Findings findings = checker.check(history);
            Expectation expected = plan.expectation(kind, guarantees);
            if (findings.count() > 0 || plan.mentioned().contains(kind)) {
                anomalies.add(new VerdictRecord.Anomaly(
                        kind.name(),
                        expected.grade().name(),
                        findings.count(),
                        expected.budget() == Expectation.UNLIMITED ? null : expected.budget(),
                        expected.reason(),
                        expected.brokenBy(findings.count()),
                        findings.counterexamples()));
            }
        }
        anomalies.sort((a, b) -> Anomaly.valueOf(a.kind()).compareTo(Anomaly.valueOf(b.kind())));
        return anomalies;
    }

    private static String words(VerdictRecord.Anomaly anomaly) {
        String allowed = anomaly.budget() == null || anomaly.budget() == 0
                ? "none is allowed"
                : "at most " + anomaly.budget() + " are allowed";
        return anomaly.kind() + " " + anomaly.count() + " times, " + allowed + ": "
                + String.join(
                        "; ",
                        anomaly.counterexamples()
                                .subList(
                                        0, Math.min(1, anomaly.counterexamples().size())));
    }

    private record Reason(Judgement judgement, String words) {}
}

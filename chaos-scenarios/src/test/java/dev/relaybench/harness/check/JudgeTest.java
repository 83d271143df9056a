package dev.relaybench.harness.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.relaybench.harness.Plan;
import dev.relaybench.harness.expect.Anomaly;
import dev.relaybench.harness.expect.Bound;
import dev.relaybench.harness.expect.Grade;
import dev.relaybench.harness.expect.Origin;
import dev.relaybench.harness.fault.WriterBurst;
import dev.relaybench.harness.history.History;
import dev.relaybench.harness.history.HistoryEvent;
import dev.relaybench.harness.history.HistoryEvent.Outcome;
import dev.relaybench.harness.history.HistoryEvent.Phase;
import dev.relaybench.harness.workload.Workload;
import dev.relaybench.relay.spi.Guarantee;
import dev.relaybench.report.run.Judgement;
import dev.relaybench.report.run.VerdictRecord;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Bound 2 s from the heal; steady rows take 2 ms; the fault is confirmed at 4 s and healed at 5 s.
class JudgeTest {
    @Test
    void holdsWhenTheLastAffectedRowComesWithinTheBound() {
        var verdict = judge(faulted(6_900).read(9_000));

        assertThat(verdict.judgement()).isEqualTo(Judgement.HELD);
        assertThat(verdict.reasons()).isEmpty();
        var trial = verdict.trials().getFirst();
        assertThat(trial.affectedRows()).isEqualTo(1);
        assertThat(trial.recovery()).isEqualTo(new VerdictRecord.Recovery(1_900, 1_900, 1_900));
        assertThat(trial.allowedMillis()).isCloseTo(2_002, within(0.001));
    }

    @Test
    void allowsThePublishTimeOfTheSteadyStateAndNoMore() {
        assertThat(judge(faulted(7_002).read(9_000)).judgement()).isEqualTo(Judgement.HELD);
        assertThat(judge(faulted(7_003).read(9_000)).judgement()).isEqualTo(Judgement.BROKEN);
    }

    @Test
    void measuresTheLastAffectedRowNotTheMedian() {
        var draft = faulted(5_010);
        for (int i = 0; i < 9; i++) {
            draft.committed("more" + i, "more" + i, 4_500).published("more" + i, "more" + i, 5_020);
        }
        draft.committed("late", "late", 4_500).published("late", "late", 8_000);

        assertThat(judge(draft.read(9_000)).judgement()).isEqualTo(Judgement.BROKEN);
    }

    @Test
    void allowsForHostStallsUpToAFifthOfTheBound() {
        assertThat(judge(faulted(7_300).stalled(6_000, 300).read(9_000)).judgement())
                .isEqualTo(Judgement.HELD);
        assertThat(judge(faulted(7_401).stalled(6_000, 350).read(9_000)).judgement())
                .isEqualTo(Judgement.BROKEN);
    }

    @Test
    void isInconclusiveWhenTheHostStalledBeyondTheCapAndTheBoundWasMissed() {
        var verdict = judge(faulted(7_500).stalled(6_000, 450).read(9_000));

        assertThat(verdict.judgement()).isEqualTo(Judgement.INCONCLUSIVE);
        assertThat(verdict.reasons().getFirst()).contains("the host stalled too long");
    }

    @Test
    void ignoresStallsOutsideOfTheRecovery() {
        assertThat(judge(faulted(7_300).stalled(4_900, 300).read(9_000)).judgement())
                .isEqualTo(Judgement.BROKEN);
    }

    @Test
    void isBrokenByAnAffectedRowThatNeverComes() {
        var draft = steady().injected(1, 4_000, true).committed("a", "a", 4_500).healed(1, 5_000, true);

        var verdict = judge(draft.pending("a").read(9_000));

        assertThat(verdict.judgement()).isEqualTo(Judgement.BROKEN);
        assertThat(verdict.reasons())
                .anySatisfy(reason -> assertThat(reason).contains("STALLED 1 times"))
                .anySatisfy(reason -> assertThat(reason).contains("1 of 1 affected rows never reached their topic"));
    }

    @Test
    void isInconclusiveWhenTheFaultDidNotBite() {
        var draft =
                steady().injected(1, 4_000, false).committed("a", "a", 4_500).healed(1, 5_000, true);

        assertInconclusive(judge(draft.published("a", "a", 5_100).read(9_000)), "the fault did not bite");
    }

    @Test
    void isInconclusiveWhenTheHealWasNotConfirmed() {
        var draft = steady().injected(1, 4_000, true).committed("a", "a", 4_500).healed(1, 5_000, false);

        assertInconclusive(judge(draft.published("a", "a", 5_100).read(9_000)), "end of the fault was not confirmed");
    }

    @Test
    void isInconclusiveWhenNoRowWasAffected() {
        var draft = steady().injected(1, 4_000, true).healed(1, 5_000, true);

        assertInconclusive(judge(draft.read(9_000)), "no row was affected");
    }

    @Test
    void isInconclusiveWithoutASteadyState() {
        var draft = HistoryDraft.begun().phase(Phase.STEADY_STATE, 1_000).phase(Phase.FAULT, 4_000);
        draft.injected(1, 4_000, true)
                .committed("a", "a", 4_500)
                .healed(1, 5_000, true)
                .published("a", "a", 5_100);

        assertInconclusive(judge(draft.read(9_000)), "the steady state was not reached");
    }

    @Test
    void isInconclusiveWhenNormalRowsAreAsSlowAsThePromisedRecovery() {
        var draft = HistoryDraft.begun().phase(Phase.STEADY_STATE, 1_000);
        for (int i = 0; i < 30; i++) {
            draft.row("steady" + i, 1_000 + 100 * i, 2_500);
        }
        draft.phase(Phase.FAULT, 4_000).injected(1, 7_000, true).committed("a", "a", 7_500);

        assertInconclusive(
                judge(draft.healed(1, 8_000, true).published("a", "a", 8_100).read(9_000)),
                "the steady state was not reached");
    }

    @Test
    void isInconclusiveWhenTheHistoryIsIncomplete() {
        assertInconclusive(judge(faulted(5_100)), "the run was cut short");
        assertInconclusive(judge(faulted(5_100)), "the committed rows were not read");
        assertInconclusive(judge(faulted(5_100)), "the topics were not read to their ends");
    }

    @Test
    void isInconclusiveWithoutAnyFault() {
        assertInconclusive(judge(steady().read(9_000)), "only 0 of 1 faults were injected");
    }

    @Test
    void refusesAHistoryWithoutABeginning() {
        assertThatThrownBy(() -> Judge.judge(plan(), History.of(List.of())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no RunStarted event");
    }

    @Test
    void letsAForbiddenAnomalyWinOverAnInconclusiveTrial() {
        var draft = steady().injected(1, 4_000, false)
                .committed("lost", "lost", 4_500)
                .healed(1, 5_000, true);

        var verdict = judge(draft.read(9_000));

        assertThat(verdict.judgement()).isEqualTo(Judgement.BROKEN);
        assertThat(verdict.reasons().getFirst()).startsWith("LOST 1 times, none is allowed");
    }

    @Test
    void keepsDuplicatesToTheirBudget() {
        assertThat(judge(faulted(5_100).published("a", "a", 5_200).read(9_000)).judgement())
                .isEqualTo(Judgement.HELD);
        assertThat(judge(faulted(5_100)
                                .published("a", "a", 5_200)
                                .published("a", "a", 5_300)
                                .read(9_000))
                        .judgement())
                .isEqualTo(Judgement.BROKEN);
    }

    @Test
    void forbidsReorderingOnlyToARelayThatClaimsAnOrder() {
        assertThat(judge(reordered(Set.of(Guarantee.AT_LEAST_ONCE, Guarantee.AGGREGATE_ORDER)))
                        .judgement())
                .isEqualTo(Judgement.BROKEN);
        assertThat(judge(reordered(Set.of(Guarantee.AT_LEAST_ONCE))).judgement())
                .isEqualTo(Judgement.HELD);
    }

    @Test
    void countsRowsFromTheirOwnRejectionWhereThatIsTheOrigin() {
        var plan = plan(Bound.of("1 outbox poll", Origin.REJECTION, "outbox poll", Duration.ofSeconds(2)));
        var draft = steady().injected(1, 4_000, true).healed(1, 4_000, true);
        draft.requested("a", "a", 4_000).committed("a", "a", 4_001).rejected("a", 4_002);
        draft.requested("b", "b", 4_500).committed("b", "b", 4_501).rejected("b", 4_502);
        draft.published("a", "a", 5_001).published("b", "b", 6_401);

        var trial = Judge.judge(plan, draft.read(9_000).build()).trials().getFirst();

        assertThat(trial.recovery()).isEqualTo(new VerdictRecord.Recovery(1_000, 1_000, 1_900));
        assertThat(trial.originAtMillis()).isEqualTo(4_001);
    }

    @Test
    void addsTheMeasuredBootWhereTheBoundCountsFromTheRestart() {
        var plan = plan(Bound.of("boot + 1 outbox poll", Origin.RESTART, "outbox poll", Duration.ofSeconds(2))
                .plusMeasuredBoot());
        var draft = steady().injected(1, 4_000, true).committed("a", "a", 4_000);
        draft.add(new HistoryEvent.RelayReady(HistoryDraft.at(4_900), HistoryDraft.at(4_100), 42));
        draft.healed(1, 4_900, true).published("a", "a", 6_500);

        var verdict = Judge.judge(plan, draft.read(9_000).build());

        assertThat(verdict.judgement()).isEqualTo(Judgement.HELD);
        var trial = verdict.trials().getFirst();
        assertThat(trial.bound().millis()).isEqualTo(2_800);
        assertThat(trial.bound().terms()).containsEntry("boot", 800.0);
        assertThat(trial.recovery()).isEqualTo(new VerdictRecord.Recovery(2_400, 2_400, 2_400));
    }

    @Test
    void countsRowsFromTheirOwnCommitWhileTheFaultLastsWhereThatIsTheOrigin() {
        var plan = plan(Bound.of("1 outbox poll", Origin.COMMIT, "outbox poll", Duration.ofSeconds(2)));
        var draft = steady().injected(1, 4_000, true)
                .committed("on its way", "a", 3_990)
                .published("on its way", "a", 5_000)
                .committed("during", "b", 5_000)
                .published("during", "b", 6_900)
                .committed("after", "c", 6_001)
                .published("after", "c", 8_900)
                .healed(1, 6_000, true);

        var trial = Judge.judge(plan, draft.read(9_000).build()).trials().getFirst();

        assertThat(trial.affectedRows()).isEqualTo(2);
        assertThat(trial.recovery()).isEqualTo(new VerdictRecord.Recovery(1_010, 1_010, 1_900));
        assertThat(trial.judgement()).isEqualTo(Judgement.HELD);
    }

    @Test
    void isBrokenByARowOfTheFaultThatComesTooLateAfterItsCommitOrNever() {
        var plan = plan(Bound.of("1 outbox poll", Origin.COMMIT, "outbox poll", Duration.ofSeconds(2)));
        var late = steady().injected(1, 4_000, true).healed(1, 6_000, true);
        var never = steady().injected(1, 4_000, true).healed(1, 6_000, true);
        var none = steady().injected(1, 4_000, true).healed(1, 6_000, false);

        late.committed("a", "a", 4_500).published("a", "a", 6_503);
        never.committed("a", "a", 4_500).pending("a");
        none.committed("a", "a", 4_500).published("a", "a", 4_501);

        assertThat(trial(plan, late)).isEqualTo(Judgement.BROKEN);
        assertThat(trial(plan, never)).isEqualTo(Judgement.BROKEN);
        assertThat(trial(plan, none)).isEqualTo(Judgement.INCONCLUSIVE);
    }

    private static Judgement trial(Plan plan, HistoryDraft draft) {
        return Judge.judge(plan, draft.read(9_000).build()).trials().getFirst().judgement();
    }

    @Test
    void givesTheSameVerdictTwice() {
        var history = faulted(6_900).read(9_000).build();

        assertThat(Judge.judge(plan(), history)).isEqualTo(Judge.judge(plan(), history));
    }

    private static HistoryDraft steady() {
        return steady(Set.of(Guarantee.AT_LEAST_ONCE, Guarantee.AGGREGATE_ORDER));
    }

    private static HistoryDraft steady(Set<Guarantee> guarantees) {
        var draft = HistoryDraft.begun(guarantees).phase(Phase.STEADY_STATE, 1_000);
        for (int i = 0; i < 30; i++) {
            draft.row("steady" + i, 1_000 + 100 * i, 2);
        }
        return draft.phase(Phase.FAULT, 4_000);
    }

    /// One row is committed under the fault and seen at that time.
    private static HistoryDraft faulted(long seenAtMillis) {
        return steady().injected(1, 4_000, true)
                .committed("a", "a", 4_500)
                .healed(1, 5_000, true)
                .published("a", "a", seenAtMillis);
    }

    private static HistoryDraft reordered(Set<Guarantee> guarantees) {
        return steady(guarantees)
                .injected(1, 4_000, true)
                .requested("head", "k", 4_100)
                .answered("head", Outcome.COMMITTED, 4_101)
                .committed("head", "k", 4_100)
                .requested("tail", "k", 4_200)
                .answered("tail", Outcome.COMMITTED, 4_201)
                .committed("tail", "k", 4_200)
                .healed(1, 5_000, true)
                .published("tail", "k", 5_100, 100)
                .published("head", "k", 5_101, 101)
                .read(9_000);
    }

    private static VerdictRecord judge(HistoryDraft draft) {
        return Judge.judge(plan(), draft.build());
    }

    private static Plan plan() {
        return plan(Bound.of("1 outbox poll", Origin.HEAL, "outbox poll", Duration.ofSeconds(2)));
    }

    private static Plan plan(Bound bound) {
        return Plan.titled("a plan")
                .promise("fault", "path", "backlog")
                .workload(Workload.steady(10))
                .fault(new WriterBurst(1, Duration.ofMillis(1)), Duration.ZERO, 1)
                .expect(Anomaly.DUPLICATED, Grade.ACCEPTABLE, 1, "one copy may be in flight")
                .bound(bound)
                .build();
    }

    private static void assertInconclusive(VerdictRecord verdict, String reason) {
        assertThat(verdict.judgement()).isEqualTo(Judgement.INCONCLUSIVE);
        assertThat(verdict.reasons()).anySatisfy(words -> assertThat(words).contains(reason));
    }
}

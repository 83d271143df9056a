package dev.relaybench.harness.run;

import dev.relaybench.harness.Plan;
import dev.relaybench.harness.expect.Timings;
import dev.relaybench.harness.fault.FaultTarget;
import dev.relaybench.harness.fault.Injection;
import dev.relaybench.harness.history.HistoryEvent;
import dev.relaybench.harness.history.HistoryEvent.Phase;
import dev.relaybench.harness.workload.LiveRows;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/// The nemesis: injects the plan's fault once a trial, each time in another part of the polling period, and waits for
/// the recovery.
final class Trials {
    /// How long to wait for a recovery beyond its bound, before giving the trial up.
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private static final Duration SETTLE_LIMIT = Duration.ofSeconds(10);

    private final Plan plan;
    private final Timings timings;
    private final FaultTarget target;
    private final LiveRows rows;
    private final Consumer<HistoryEvent> history;
    private final Progress progress;
    private final SplittableRandom random;
    private final long originNanos = System.nanoTime();

    /// @param seed of the phases that are drawn
    Trials(Plan plan, Timings timings, Course.LiveSystem live, Progress progress, long seed) {
        this.plan = plan;
        this.timings = timings;
        this.target = live.target();
        this.rows = live.rows();
        this.history = live.history();
        this.progress = progress;
        this.random = new SplittableRandom(seed);
    }

    /// Runs all trials; stops early when one does not recover, since the next could not be told from it.
    void run() throws Exception {
        rows.awaitSeen(rows.unseen(), SETTLE_LIMIT);
        for (int trial = 1; trial <= plan.trials(); trial++) {
            progress.step(plan.fault().name() + " " + trial + " of " + plan.trials());
            Pause.of(untilPhase(trial));
            if (!runOne(trial)) {
                return;
            }
            rows.awaitSeen(rows.unseen(), SETTLE_LIMIT);
        }
    }

    private boolean runOne(int trial) throws Exception {
        enter(Phase.FAULT);
        Instant startedAt = Instant.now();
        Injection injection = plan.fault().inject(target);
        history.accept(new HistoryEvent.FaultInjected(
                Instant.now(), startedAt, trial, plan.fault().name(), injection.bit(), injection.evidence()));
        Pause.of(plan.hold());
        enter(Phase.HEAL);
        Injection.Healing healing = injection.heal();
        history.accept(new HistoryEvent.FaultHealed(healing.at(), trial, healing.confirmed(), healing.evidence()));
        enter(Phase.RECOVERY);
        return rows.awaitSeen(rows.unseen(), plan.bound().configured().plus(PATIENCE));
    }

    /// The wait until this trial's part of the polling period: of n trials the k-th falls into the k-th of n equal
    /// parts, at a drawn point. The relay's own phase is unknown but steady, so that the parts together cover the
    /// period.
    private Duration untilPhase(int trial) {
        long periodNanos = timings.outboxPoll().toNanos();
        long wanted = (long) ((trial - 1 + random.nextDouble()) / plan.trials() * periodNanos);
        long now = (System.nanoTime() - originNanos) % periodNanos;
        return Duration.ofNanos(Math.floorMod(wanted - now, periodNanos));
    }

    private void enter(Phase phase) {
        history.accept(new HistoryEvent.PhaseStarted(Instant.now(), phase));
    }
}

package dev.relaybench.chaos.scenario;

import dev.relaybench.harness.Plan;

/// How many rows the relay may have sent and not yet marked: those may be published again after a crash or a lost
/// answer.
///
/// The settings are those of the reference relay's defaults, set explicitly because budgets for duplicates depend on
/// them.
final class InFlight {
    private static final int TAKE_SIZE = 64;
    private static final int BATCH_SIZE = 10;

    /// What one immediate worker and the polling worker hold at most.
    static final int ROWS_MAX = TAKE_SIZE + BATCH_SIZE;

    private InFlight() {}

    static Plan.Builder limit(Plan.Builder plan) {
        return plan.relaySetting("pg.outbox.channel.take-size", TAKE_SIZE)
                .relaySetting("pg.scheduler.polling-worker.batch-size", BATCH_SIZE);
    }
}

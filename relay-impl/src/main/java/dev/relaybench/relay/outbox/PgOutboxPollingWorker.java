package dev.relaybench.relay.outbox;

import dev.relaybench.relay.loop.Cycle;
import dev.relaybench.relay.loop.Next;
import dev.relaybench.relay.loop.Trigger;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.settings.OutboxSettings;

/// The fallback: takes due rows from the table, whatever became of the channel. One cycle is one batch.
///
/// It has no separation in time from the immediate workers and races them for fresh rows. The claim makes that safe;
/// what it costs is counted.
public final class PgOutboxPollingWorker implements Cycle {
    private final OutboxClaims claims;
    private final PgOutboxRelayService service;
    private final OutboxSettings.Polling settings;
    private final RelayCounters counters;

    public PgOutboxPollingWorker(
            OutboxClaims claims,
            PgOutboxRelayService service,
            OutboxSettings.Polling settings,
            RelayCounters counters) {
        this.claims = claims;
        this.service = service;
        this.settings = settings;
        this.counters = counters;
    }

    /// Going on until nothing is found, and not only until a batch is not full, has a second use: the pause then
    /// begins with a look that found nothing, so that a row waits for one pause and never for a pause and a publish.
    /// During an outage it does not go on, which would only hammer the broker.
    @Override
    public Next run(Trigger trigger) throws Exception {
        counters.increment(Counter.POLL_CYCLES);
        RelayOutcome outcome =
                service.relay(RelayPath.POLLING, connection -> claims.claimDue(connection, settings.batchSize()));
        if (outcome.claimed() == 0) {
            counters.increment(Counter.CLAIMS_WASTED_POLLING);
        }
        if (outcome.unavailable() > 0) {
            return Next.BACK_OFF;
        }
        return settings.drainUntilEmpty() && outcome.claimed() > 0 ? Next.AT_ONCE : Next.PAUSE;
    }
}

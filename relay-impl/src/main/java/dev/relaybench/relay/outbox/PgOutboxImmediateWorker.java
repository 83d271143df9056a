package dev.relaybench.relay.outbox;

import dev.relaybench.relay.loop.Cycle;
import dev.relaybench.relay.loop.Next;
import dev.relaybench.relay.loop.Trigger;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import java.time.Duration;
import java.util.List;

/// The fast path's end: takes jobs from the channel and relays their rows.
///
/// What fails is dropped, not retried in place: the row waits in the table and the polling worker comes for it, while a
/// retry here would hammer a broker that is down and hold up the jobs behind. Jobs that waited while the last ones were
/// published are taken together, so the worker's pace rises with the load.
public final class PgOutboxImmediateWorker implements Cycle {
    /// How long one cycle waits for a job; bounds how long the worker takes to notice that it should stop.
    private static final Duration TAKE_TIMEOUT = Duration.ofMillis(250);

    private final PgOutboxChannel channel;
    private final OutboxClaims claims;
    private final PgOutboxRelayService service;
    private final int takeSize;
    private final RelayCounters counters;

    /// @param takeSize most jobs that are relayed in one transaction
    public PgOutboxImmediateWorker(
            PgOutboxChannel channel,
            OutboxClaims claims,
            PgOutboxRelayService service,
            int takeSize,
            RelayCounters counters) {
        this.channel = channel;
        this.claims = claims;
        this.service = service;
        this.takeSize = takeSize;
        this.counters = counters;
    }

    @Override
    public Next run(Trigger trigger) throws Exception {
        List<OutboxJob> jobs = channel.take(takeSize, TAKE_TIMEOUT);
        if (jobs.isEmpty()) {
            return Next.PAUSE;
        }
        RelayOutcome outcome = service.relay(RelayPath.IMMEDIATE, connection -> claims.claim(connection, jobs));
        counters.add(Counter.CLAIMS_WASTED_IMMEDIATE, jobs.size() - outcome.claimed());
        return Next.AT_ONCE;
    }
}

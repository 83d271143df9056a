package dev.relaybench.relay.inbox;

import dev.relaybench.relay.loop.Cycle;
import dev.relaybench.relay.loop.Next;
import dev.relaybench.relay.loop.Trigger;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import java.time.Duration;
import java.util.Optional;

/// The fast path's end: takes jobs from the channel, and has their rows paid, one after the other.
///
/// What fails is dropped, not retried in place: the polling worker comes for the row.
public final class PgInboxImmediateWorker implements Cycle {
    /// How long one cycle waits for a job; bounds how long the worker takes to notice that it should stop.
    private static final Duration TAKE_TIMEOUT = Duration.ofMillis(250);

    private final PgInboxChannel channel;
    private final InboxClaims claims;
    private final PgInboxService service;
    private final RelayCounters counters;

    public PgInboxImmediateWorker(
            PgInboxChannel channel, InboxClaims claims, PgInboxService service, RelayCounters counters) {
        this.channel = channel;
        this.claims = claims;
        this.service = service;
        this.counters = counters;
    }

    @Override
    public Next run(Trigger trigger) throws Exception {
        Optional<InboxJob> job = channel.take(TAKE_TIMEOUT);
        if (job.isEmpty()) {
            return Next.PAUSE;
        }
        Optional<InboxRow> row = service.claim(connection -> claims.claim(connection, job.get()));
        if (row.isPresent()) {
            service.work(row.get(), InboxPath.IMMEDIATE);
        } else {
            counters.increment(Counter.INBOX_CLAIMS_WASTED);
        }
        return Next.AT_ONCE;
    }
}

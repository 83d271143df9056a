package dev.relaybench.relay.inbox;

import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// The fast path from the consumer thread to the immediate workers: bounded, in memory, and allowed to lose all.
public final class PgInboxChannel {
    private final BlockingQueue<InboxJob> queue;
    private final RelayCounters counters;

    public PgInboxChannel(int capacity, RelayCounters counters) {
        this.queue = new LinkedBlockingQueue<>(capacity);
        this.counters = counters;
        counters.gauge("inboxChannelDepth", queue::size);
    }

    /// Offers a job; never waits.
    ///
    /// @return false if the channel is full; the row is then left to the polling worker
    public boolean offer(InboxJob job) {
        boolean accepted = queue.offer(job);
        counters.increment(accepted ? Counter.INBOX_OFFERS_ACCEPTED : Counter.INBOX_OFFERS_REJECTED);
        return accepted;
    }

    /// Takes one job.
    ///
    /// @return empty if none came within the timeout
    public Optional<InboxJob> take(Duration timeout) throws InterruptedException {
        return Optional.ofNullable(queue.poll(timeout.toNanos(), TimeUnit.NANOSECONDS));
    }

    /// Jobs that wait now.
    public int depth() {
        return queue.size();
    }
}

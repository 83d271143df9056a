package dev.relaybench.relay.outbox;

import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// The fast path from the committing thread to the immediate workers: bounded, in memory, and allowed to lose all.
public final class PgOutboxChannel {
    private final BlockingQueue<OutboxJob> queue;
    private final RelayCounters counters;

    public PgOutboxChannel(int capacity, RelayCounters counters) {
        this.queue = new LinkedBlockingQueue<>(capacity);
        this.counters = counters;
        counters.gauge("channelDepth", queue::size);
    }

    /// Offers a job; never waits.
    ///
    /// @return false if the channel is full; the row is then left to the polling worker
    public boolean offer(OutboxJob job) {
        boolean accepted = queue.offer(job);
        counters.increment(accepted ? Counter.OFFERS_ACCEPTED : Counter.OFFERS_REJECTED);
        return accepted;
    }

    /// Takes one job, and up to `max` if more are waiting already.
    ///
    /// @return empty if none came within the timeout
    public List<OutboxJob> take(int max, Duration timeout) throws InterruptedException {
        OutboxJob first = queue.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
        if (first == null) {
            return List.of();
        }
        List<OutboxJob> jobs = new ArrayList<>();
        jobs.add(first);
        queue.drainTo(jobs, max - 1);
        return jobs;
    }

    /// Jobs that wait now.
    public int depth() {
        return queue.size();
    }
}

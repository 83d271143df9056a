package dev.relaybench.harness.workload;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// Which rows are known to be committed and have not been seen on a topic, while the run goes on. It decides how long
/// to wait and nothing else: verdicts come from the history.
public final class LiveRows {
    private final Set<String> unseen = new HashSet<>();
    private final Set<String> seen = new HashSet<>();
    private long committed;
    private long published;

    /// A row's commit is known.
    public synchronized void committed(String id) {
        committed++;
        if (!seen.contains(id)) {
            unseen.add(id);
            notifyAll();
        }
    }

    /// A record was read.
    public synchronized void published(String id) {
        published++;
        seen.add(id);
        if (unseen.remove(id)) {
            notifyAll();
        }
    }

    /// Rows that are committed and unseen.
    public synchronized Set<String> unseen() {
        return Set.copyOf(unseen);
    }

    /// Their number.
    public synchronized int unseenCount() {
        return unseen.size();
    }

    /// Rows known to be committed so far.
    public synchronized long committedCount() {
        return committed;
    }

    /// Records read so far.
    public synchronized long publishedCount() {
        return published;
    }

    /// Waits until all of these rows have been seen.
    ///
    /// @return whether they were within the limit
    public synchronized boolean awaitSeen(Set<String> rows, Duration limit) throws InterruptedException {
        return await(() -> seen.containsAll(rows), limit);
    }

    /// Waits until so many rows are committed and unseen.
    ///
    /// @return whether they were within the limit
    public synchronized boolean awaitUnseen(int rows, Duration limit) throws InterruptedException {
        return await(() -> unseen.size() >= rows, limit);
    }

    private synchronized boolean await(BooleanSupplier wanted, Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!wanted.getAsBoolean()) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }
}

package dev.relaybench.harness.workload;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/// Calls a task on a fixed schedule that does not wait for the task: an open loop. Each call gets the time at which it
/// was meant to happen. When too many calls are under way the next ones are left out and counted, which shows as
/// missing load.
public final class Pacer implements AutoCloseable {
    private static final int IN_FLIGHT_MAX = 512;
    private static final Duration END_LIMIT = Duration.ofSeconds(25);

    private final Duration interval;
    private final Consumer<Instant> task;
    private final Semaphore room = new Semaphore(IN_FLIGHT_MAX);
    private final AtomicLong skipped = new AtomicLong();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final ExecutorService calls = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("request-", 0).factory());
    private volatile boolean stopping;

    private Pacer(Duration interval, Consumer<Instant> task) {
        this.interval = interval;
        this.task = task;
    }

    /// Starts at once.
    ///
    /// @param ratePerSecond calls a second
    public static Pacer start(int ratePerSecond, Consumer<Instant> task) {
        var pacer = new Pacer(Duration.ofSeconds(1).dividedBy(ratePerSecond), task);
        // A platform thread: its wake-ups must not queue behind the calls that it starts.
        Thread.ofPlatform().daemon().name("pacer").start(pacer::loop);
        return pacer;
    }

    private void loop() {
        Instant origin = Instant.now();
        long originNanos = System.nanoTime();
        try {
            for (long call = 0; !stopping; call++) {
                long dueNanos = call * interval.toNanos();
                long left;
                while ((left = originNanos + dueNanos - System.nanoTime()) > 0 && !stopping) {
                    LockSupport.parkNanos(left);
                }
                if (!stopping) {
                    dispatch(origin.plusNanos(dueNanos));
                }
            }
        } finally {
            ended.countDown();
        }
    }

    private void dispatch(Instant intendedAt) {
        if (!room.tryAcquire()) {
            skipped.incrementAndGet();
            return;
        }
        calls.execute(() -> {
            try {
                task.accept(intendedAt);
            } finally {
                room.release();
            }
        });
    }

    /// Calls that were left out.
    public long skipped() {
        return skipped.get();
    }

    /// Ends the schedule and waits, within a limit, for the calls under way.
    @Override
    public void close() {
        stopping = true;
        try {
            boolean quiet = ended.await(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            calls.shutdown();
            if (!quiet || !calls.awaitTermination(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                calls.shutdownNow();
            }
        } catch (InterruptedException e) {
            calls.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}

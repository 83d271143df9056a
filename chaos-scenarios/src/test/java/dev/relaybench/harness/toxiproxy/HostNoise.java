package dev.relaybench.harness.toxiproxy;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/// How late this host wakes threads at the moment, measured all the time by a thread that only sleeps.
final class HostNoise {
    private static final long NAP_NANOS = 5_000_000;
    private static final long BUCKET_NANOS = 100_000_000;
    /// The last ten seconds, longer than any time that is measured.
    private static final int BUCKETS = 100;
    /// Threads that must wake one after the other for a byte to cross: sender, reader, worker, receiver.
    private static final int HOPS = 4;

    private static final AtomicLongArray WORST_NANOS = new AtomicLongArray(BUCKETS);

    static {
        Thread.ofPlatform().daemon().name("host-noise").start(HostNoise::measure);
    }

    private HostNoise() {}

    /// Makes sure that the measurement runs.
    static void watch() {
        // Loading this class has started it.
    }

    private static void measure() {
        long bucket = 0;
        while (true) {
            long start = System.nanoTime();
            LockSupport.parkNanos(NAP_NANOS);
            long end = System.nanoTime();
            long lateNanos = Math.max(0, end - start - NAP_NANOS);
            int index = Math.floorMod(end / BUCKET_NANOS, BUCKETS);
            if (end / BUCKET_NANOS != bucket) {
                bucket = end / BUCKET_NANOS;
                WORST_NANOS.set(index, 0);
            }
            WORST_NANOS.accumulateAndGet(index, lateNanos, Math::max);
        }
    }

    /// What a byte on its way through the proxy may have lost to the scheduler lately.
    static double lateMillis() {
        long worst = 0;
        for (int i = 0; i < BUCKETS; i++) {
            worst = Math.max(worst, WORST_NANOS.get(i));
        }
        return HOPS * worst / 1e6;
    }
}

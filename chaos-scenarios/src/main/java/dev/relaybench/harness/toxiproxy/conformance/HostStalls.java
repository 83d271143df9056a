package dev.relaybench.harness.toxiproxy.conformance;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// How late this host wakes threads, measured by a thread that only sleeps, from the start of this object to its end.
final class HostStalls implements StallMeter {
    private static final long NAP_NANOS = 5_000_000;

    private volatile boolean open = true;
    private volatile long napStartNanos = System.nanoTime();
    private volatile long worstNanos;
    private final Thread sleeper;

    private HostStalls() {
        sleeper = Thread.ofPlatform().daemon().name("conformance-host-stalls").unstarted(this::measure);
    }

    static HostStalls watch() {
        HostStalls stalls = new HostStalls();
        stalls.sleeper.start();
        return stalls;
    }

    private void measure() {
        while (open) {
            napStartNanos = System.nanoTime();
            LockSupport.parkNanos(NAP_NANOS);
            worstNanos = Math.max(worstNanos, System.nanoTime() - napStartNanos - NAP_NANOS);
        }
    }

    @Override
    public Duration worst() {
        // A nap that should have ended counts as well.
        long underWayNanos = System.nanoTime() - napStartNanos - NAP_NANOS;
        return Duration.ofNanos(Math.max(0, Math.max(worstNanos, underWayNanos)));
    }

    @Override
    public void close() {
        open = false;
        LockSupport.unpark(sleeper);
    }
}

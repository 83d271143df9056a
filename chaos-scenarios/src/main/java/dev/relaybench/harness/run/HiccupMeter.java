package dev.relaybench.harness.run;

import dev.relaybench.harness.history.HistoryEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/// Notices when the host does not let the harness run: a thread that asks to be woken every millisecond and records
/// each wake-up that came more than {@link #NOTED_MIN} late.
final class HiccupMeter implements AutoCloseable {
    /// Shorter stalls are not worth an event: they disappear in the resolution of the bounds.
    static final Duration NOTED_MIN = Duration.ofMillis(10);

    private static final long TICK_NANOS = 1_000_000;

    private final Consumer<HistoryEvent> history;
    private volatile boolean stopping;

    private HiccupMeter(Consumer<HistoryEvent> history) {
        this.history = history;
    }

    static HiccupMeter start(Consumer<HistoryEvent> history) {
        var meter = new HiccupMeter(history);
        Thread.ofPlatform().daemon().name("hiccup-meter").start(meter::loop);
        return meter;
    }

    private void loop() {
        long before = System.nanoTime();
        while (!stopping) {
            LockSupport.parkNanos(TICK_NANOS);
            long now = System.nanoTime();
            Duration late = Duration.ofNanos(now - before - TICK_NANOS);
            if (late.compareTo(NOTED_MIN) > 0) {
                history.accept(new HistoryEvent.HostStalled(Instant.now(), late));
            }
            before = now;
        }
    }

    @Override
    public void close() {
        stopping = true;
    }
}

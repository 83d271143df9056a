package dev.relaybench.relay.loop;

import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs a {@link Cycle} again and again on a virtual thread of its own; the first one at once, without waiting.
///
/// No throwable ends it: a cycle that fails is logged and counted, and the next one comes after the delay. A loop that
/// dies of its first exception looks healthy from outside and publishes nothing, which is why this rule has one place.
///
/// A sabotage overrides {@link #goesOnAfter}.
public class Loop {
    private static final Logger LOG = LoggerFactory.getLogger(Loop.class);
    /// A loop without a delay must not spin when each of its cycles fails at once.
    private static final Duration DELAY_AFTER_FAILURE_MIN = Duration.ofMillis(100);
    /// The host may stall; below this nobody should be told that a loop is dead.
    private static final Duration LIVENESS_MARGIN = Duration.ofSeconds(5);

    private final LoopSpec spec;
    private final RelayCounters counters;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Semaphore wakes = new Semaphore(0);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final CountDownLatch paused = new CountDownLatch(1);
    private volatile boolean finishing;
    private volatile long completedNanos = System.nanoTime();

    public Loop(LoopSpec spec, RelayCounters counters) {
        this.spec = spec;
        this.counters = counters;
    }

    /// Starts the loop. Call it once.
    public final void start() {
        Thread.ofVirtual().name(spec.name()).start(this::run);
    }

    /// The loop ends after the cycle that is running.
    public final void stop() {
        stopped.countDown();
        wakes.release();
    }

    /// The pause ends, or the next one is left out when a cycle is running: what it has read may be older than this.
    /// Never waits; many wakes count as one. Does not shorten the pause after a failure or {@link Next#BACK_OFF}.
    public final void wake() {
        if (wakes.availablePermits() == 0) {
            wakes.release();
        }
    }

    /// The loop ends as soon as a cycle leaves nothing to do, or fails.
    public final void finish() {
        finishing = true;
    }

    /// Waits for the end.
    ///
    /// @return whether it came in time
    public final boolean awaitEnd(Duration timeout) throws InterruptedException {
        return ended.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    /// Waits until the loop has nothing to do for the first time, or has failed for the first time.
    ///
    /// @return whether it came in time
    public final boolean awaitFirstPause(Duration timeout) throws InterruptedException {
        return paused.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    public final String name() {
        return spec.name();
    }

    /// Time since the last cycle that was completed, by success or failure; before the first one, since the creation.
    public final Duration age() {
        return Duration.ofNanos(System.nanoTime() - completedNanos);
    }

    /// Whether the last completed cycle is recent enough for a loop that works.
    public final boolean isLive() {
        Duration ageMax = spec.delay().plus(spec.cycleTimeMax()).plus(LIVENESS_MARGIN);
        return ended.getCount() > 0 && age().compareTo(ageMax) <= 0;
    }

    /// Whether the loop goes on after a failed cycle. Always, in a sound relay.
    protected boolean goesOnAfter(Throwable failure) {
        return true;
    }

    private void run() {
        try {
            Trigger trigger = Trigger.PAUSE_OVER;
            while (stopped.getCount() > 0) {
                wakes.drainPermits();
                Next next = cycle(trigger);
                completedNanos = System.nanoTime();
                if (next == Next.AT_ONCE) {
                    trigger = Trigger.MORE_TO_DO;
                    continue;
                }
                paused.countDown();
                if (finishing) {
                    return;
                }
                trigger = pause(next);
            }
        } catch (InterruptedException end) {
            // Nobody else has this thread: an interrupt can only mean the end.
            LOG.info("{} was interrupted and ends", spec.name());
        } finally {
            paused.countDown();
            ended.countDown();
        }
    }

    private Trigger pause(Next next) throws InterruptedException {
        if (next == Next.BACK_OFF) {
            Duration pause =
                    spec.delay().compareTo(DELAY_AFTER_FAILURE_MIN) < 0 ? DELAY_AFTER_FAILURE_MIN : spec.delay();
            stopped.await(pause.toNanos(), TimeUnit.NANOSECONDS);
            return Trigger.PAUSE_OVER;
        }
        // A stop just before the last cycle began has had its permit drained with the wakes.
        if (stopped.getCount() == 0) {
            return Trigger.PAUSE_OVER;
        }
        boolean woken = wakes.tryAcquire(spec.delay().toNanos(), TimeUnit.NANOSECONDS);
        return woken ? Trigger.WAKE : Trigger.PAUSE_OVER;
    }

    private Next cycle(Trigger trigger) throws InterruptedException {
        try {
            return spec.cycle().run(trigger);
        } catch (InterruptedException end) {
            throw end;
        } catch (Throwable failure) {
            counters.increment(Counter.LOOP_FAILURES);
            LOG.warn("{}: a cycle failed, the next one comes in its time: {}", spec.name(), failure.toString());
            LOG.debug("{}: the failure", spec.name(), failure);
            if (!goesOnAfter(failure)) {
                LOG.warn("{} ends", spec.name());
                stop();
            }
            return Next.BACK_OFF;
        }
    }
}

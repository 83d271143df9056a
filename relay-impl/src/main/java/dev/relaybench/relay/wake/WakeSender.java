package dev.relaybench.relay.wake;

import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// Keeps the promise of {@link Wake#send} for a transport that waits and fails: one thread sends, and whoever asks for
/// a wake only leaves word.
///
/// The first wake after a quiet time goes at once. During a burst there is one every two milliseconds at most, however
/// many commits there are: the poll that a wake begins takes as long, and finds all rows that were committed by then.
final class WakeSender implements Wake, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WakeSender.class);
    static final Duration SPACING = Duration.ofMillis(2);

    private final Transport transport;
    private final RelayCounters counters;
    private final ReconnectPause pause;
    private final Thread thread;
    private final AtomicBoolean started = new AtomicBoolean();
    private final Semaphore waiting = new Semaphore(0);
    private final CountDownLatch closed = new CountDownLatch(1);
    private boolean failing;

    /// What carries one wake. Used by one thread.
    interface Transport extends AutoCloseable {
        /// Sends, within a bounded time.
        ///
        /// @throws Exception if it could not be sent
        void send() throws Exception;

        @Override
        void close();
    }

    WakeSender(String name, Transport transport, Duration pauseMax, RelayCounters counters) {
        this.transport = transport;
        this.counters = counters;
        this.pause = new ReconnectPause(pauseMax);
        this.thread = Thread.ofVirtual().name(name).unstarted(this::run);
    }

    @Override
    public void send() {
        if (waiting.availablePermits() == 0) {
            waiting.release();
        }
        if (!started.get() && closed.getCount() > 0 && started.compareAndSet(false, true)) {
            thread.start();
        }
    }

    /// The transport is closed by the thread that uses it, soon.
    @Override
    public void close() {
        closed.countDown();
        thread.interrupt();
    }

    private void run() {
        try {
            while (closed.getCount() > 0) {
                waiting.acquire();
                // Before it is sent: whoever commits from here on needs one more.
                waiting.drainPermits();
                Duration rest = sendOne() ? SPACING : pause.next();
                closed.await(rest.toNanos(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException end) {
            LOG.debug("no more wakes are sent");
        } finally {
            transport.close();
        }
    }

    /// No throwable ends the sender: it would look healthy from outside, and each row would wait for the safety poll.
    private boolean sendOne() throws InterruptedException {
        try {
            transport.send();
            counters.increment(Counter.WAKES_SENT);
            pause.reset();
            failing = false;
            return true;
        } catch (InterruptedException end) {
            throw end;
        } catch (Throwable failure) {
            if (closed.getCount() > 0) {
                counters.increment(Counter.WAKES_FAILED);
                LOG.atLevel(failing ? Level.DEBUG : Level.WARN)
                        .addKeyValue("reason", failure.toString())
                        .log("a wake could not be sent: the safety poll finds its rows");
                failing = true;
            }
            return false;
        }
    }
}

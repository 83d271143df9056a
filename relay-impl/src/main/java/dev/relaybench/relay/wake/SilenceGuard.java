package dev.relaybench.relay.wake;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Ends a connection from which no answer has come for too long, whatever its user waits for.
///
/// A read time-out alone is not enough: it begins anew with each byte, so that notifications which still come in would
/// hide that questions no longer get out; and the driver has none while it reads the rest of a message.
final class SilenceGuard implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SilenceGuard.class);

    private final Connection connection;
    private final long silenceMaxNanos;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile long answeredNanos = System.nanoTime();

    private SilenceGuard(Connection connection, Duration silenceMax) {
        this.connection = connection;
        this.silenceMaxNanos = silenceMax.toNanos();
    }

    /// Begins to watch the connection, as if an answer had just come.
    static SilenceGuard watch(Connection connection, Duration silenceMax) {
        SilenceGuard guard = new SilenceGuard(connection, silenceMax);
        Thread.ofVirtual().name("wake-silence-guard").start(guard::run);
        return guard;
    }

    /// An answer has come.
    void answered() {
        answeredNanos = System.nanoTime();
    }

    @Override
    public void close() {
        closed.countDown();
    }

    private void run() {
        try {
            long leftNanos = silenceMaxNanos;
            while (leftNanos > 0) {
                if (closed.await(leftNanos, TimeUnit.NANOSECONDS)) {
                    return;
                }
                leftNanos = answeredNanos + silenceMaxNanos - System.nanoTime();
            }
            LOG.warn("the connection that listens for wakes does not answer and is given up");
            // Not close(), which would say good-bye and might wait for that.
            connection.abort(Runnable::run);
        } catch (InterruptedException | SQLException end) {
            LOG.debug("the connection could not be given up", end);
        }
    }
}

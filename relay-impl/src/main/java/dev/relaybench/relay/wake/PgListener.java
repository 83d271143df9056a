package dev.relaybench.relay.wake;

import dev.relaybench.relay.settings.WakeSettings;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// Listens by LISTEN, and connects again whenever the connection is lost.
///
/// After each connect it wakes once, since notifications that were sent meanwhile have been missed.
final class PgListener implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PgListener.class);

    private final PgConnector connector;
    private final WakeSettings settings;
    private final Runnable listener;
    private final ReconnectPause pause;
    private final Thread thread;
    private final CountDownLatch closed = new CountDownLatch(1);
    private boolean failing;

    PgListener(PgConnector connector, WakeSettings settings, Runnable listener) {
        this.connector = connector;
        this.settings = settings;
        this.listener = listener;
        this.pause = new ReconnectPause(settings.reconnectBackoffMax());
        this.thread = Thread.ofVirtual().name("wake-listen").unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    @Override
    public void close() {
        closed.countDown();
        // Ends a read as well: on a virtual thread an interrupt closes the socket.
        thread.interrupt();
    }

    private void run() {
        try {
            while (closed.getCount() > 0) {
                listen();
                closed.await(pause.next().toNanos(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException end) {
            LOG.debug("nobody listens for wakes any more");
        }
    }

    /// Listens for as long as the connection lives. No throwable ends the listener.
    private void listen() {
        try (PgListenConnection connection =
                PgListenConnection.open(connector, settings.channel(), settings.keepAlive())) {
            if (failing) {
                LOG.info("wakes are listened for again");
            }
            failing = false;
            listener.run();
            while (closed.getCount() > 0) {
                if (connection.await()) {
                    listener.run();
                }
                if (connection.hasAnswered()) {
                    // Not before: a server that takes connections only to end them must not be tried without a pause.
                    pause.reset();
                }
            }
        } catch (Throwable lost) {
            if (closed.getCount() > 0) {
                LOG.atLevel(failing ? Level.DEBUG : Level.WARN)
                        .addKeyValue("reason", lost.toString())
                        .log("wakes cannot be listened for: the safety poll finds their rows");
                failing = true;
            }
        }
    }
}

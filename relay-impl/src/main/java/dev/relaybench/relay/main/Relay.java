package dev.relaybench.relay.main;

import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.settings.RelaySettings;
import java.util.concurrent.atomic.AtomicBoolean;

/// A running relay, in this process. {@link RelayMain} wraps it into a process of its own.
public final class Relay implements AutoCloseable {
    private final int port;
    private final RelayCounters counters;
    private final Shutdown shutdown;
    private final AtomicBoolean closed = new AtomicBoolean();

    Relay(int port, RelayCounters counters, Shutdown shutdown) {
        this.port = port;
        this.counters = counters;
        this.shutdown = shutdown;
    }

    /// Makes the tables, starts the workers and the HTTP server. Does not need Kafka to be there.
    ///
    /// @throws StartupException naming the database or the port that cannot be used
    public static Relay start(RelaySettings settings, RelayWiring wiring) throws StartupException {
        return new Assembly(settings, wiring).start();
    }

    /// The port of the HTTP server on 127.0.0.1.
    public int port() {
        return port;
    }

    /// What the relay has counted so far.
    public RelayCounters counters() {
        return counters;
    }

    /// Stops gracefully, within `RelayContract.STOP_SECONDS_MAX`. Calling it again does nothing.
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            shutdown.run();
        }
    }
}

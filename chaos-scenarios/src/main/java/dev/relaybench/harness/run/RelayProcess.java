package dev.relaybench.harness.run;

import dev.relaybench.harness.history.HistoryEvent;
import dev.relaybench.harness.testbed.ChildProcess;
import dev.relaybench.harness.testbed.Launch;
import dev.relaybench.harness.testbed.Signal;
import dev.relaybench.harness.testbed.Watchdog;
import dev.relaybench.relay.spi.RelayAdapter;
import dev.relaybench.relay.spi.RelayContract;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The relay under test: a process that can be started, killed, and started again.
final class RelayProcess implements AutoCloseable {
    private static final Duration READY_LIMIT = Duration.ofSeconds(30);

    private final RelayAdapter adapter;
    private final Path config;
    private final Path log;
    private final Watchdog watchdog;
    private final Consumer<HistoryEvent> history;
    private @Nullable ChildProcess process;
    private volatile URI address = URI.create("http://127.0.0.1:1/");

    RelayProcess(RelayAdapter adapter, Path config, Path log, Watchdog watchdog, Consumer<HistoryEvent> history) {
        this.adapter = adapter;
        this.config = config;
        this.log = log;
        this.watchdog = watchdog;
        this.history = history;
    }

    /// Where its HTTP server is, or last was.
    URI address() {
        return address;
    }

    /// Starts a process and waits until it accepts requests.
    ///
    /// @return the time that took
    Duration start() {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Instant startedAt = Instant.now();
        var started = ChildProcess.start(
                Launch.of("relay " + adapter.name(), adapter.command(java, config), log)
                        .withFarewell(Signal.KILL),
                watchdog);
        process = started;
        String line = started.awaitLine(printed -> printed.startsWith(RelayContract.READY_LINE), READY_LIMIT);
        Instant readyAt = Instant.now();
        address = URI.create("http://127.0.0.1:"
                + line.substring(RelayContract.READY_LINE.length()).strip() + "/");
        history.accept(new HistoryEvent.RelayReady(readyAt, startedAt, started.pid()));
        return Duration.between(startedAt, readyAt);
    }

    /// Kills it with SIGKILL and waits until it is gone.
    long kill() {
        ChildProcess victim = running();
        victim.kill();
        history.accept(new HistoryEvent.RelayExited(Instant.now(), victim.pid()));
        process = null;
        return victim.pid();
    }

    /// Asks it to stop, and kills it if it does not within the time that the contract gives it.
    void stop() {
        if (process == null || !process.isAlive()) {
            return;
        }
        ChildProcess stopping = process;
        stopping.stop(Signal.TERM, Duration.ofSeconds(RelayContract.STOP_SECONDS_MAX));
        history.accept(new HistoryEvent.RelayExited(Instant.now(), stopping.pid()));
        process = null;
    }

    private ChildProcess running() {
        ChildProcess current = process;
        if (current == null || !current.isAlive()) {
            throw new IllegalStateException("the relay " + adapter.name() + " ended by itself: see " + log);
        }
        return current;
    }

    @Override
    public void close() {
        if (process != null) {
            process.close();
        }
    }
}

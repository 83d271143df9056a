package dev.relaybench.relay.main;

import com.zaxxer.hikari.HikariDataSource;
import dev.relaybench.relay.http.RelayHttpServer;
import dev.relaybench.relay.loop.Loop;
import dev.relaybench.relay.loop.Part;
import dev.relaybench.relay.message.Publisher;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The graceful stop. Its steps add up to less than `RelayContract.STOP_SECONDS_MAX`; what is not done by then stays in
/// the tables for the next relay.
///
/// @param parts in the order in which messages pass through them
record Shutdown(RelayHttpServer http, List<Part> parts, Publisher publisher, HikariDataSource pool) {
    private static final Logger LOG = LoggerFactory.getLogger(Shutdown.class);
    private static final Duration DRAIN_MAX = Duration.ofSeconds(10);
    private static final Duration PUBLISHER_CLOSE_MAX = Duration.ofSeconds(1);
    private static final Duration LAST_CYCLE_MAX = Duration.ofSeconds(1);
    private static final Duration POOL_CLOSE_MAX = Duration.ofSeconds(1);

    void run() {
        LOG.info("stopping: no more requests, {} jobs to drain", left());
        try {
            long deadlineNanos = System.nanoTime() + DRAIN_MAX.toNanos();
            http.refuseRequests();
            for (Part part : parts) {
                // Only once nothing comes from the part before.
                part.finish();
                awaitEnd(part, deadlineNanos);
            }
            parts.forEach(Part::stop);
            // Whoever still waits for the broker gets its answer now, and has a moment to record it.
            publisher.close(PUBLISHER_CLOSE_MAX);
            long lastNanos = System.nanoTime() + LAST_CYCLE_MAX.toNanos();
            for (Part part : parts) {
                awaitEnd(part, lastNanos);
            }
            http.stop(0);
            // With a database that does not answer, a pool would wait for longer than anybody allows us.
            Thread.ofVirtual().start(this::closePools).join(POOL_CLOSE_MAX);
            LOG.info("stopped, {} jobs left to the tables", left());
        } catch (InterruptedException interrupted) {
            closePools();
            Thread.currentThread().interrupt();
        }
    }

    private void closePools() {
        parts.forEach(Part::close);
        pool.close();
    }

    private int left() {
        return parts.stream().mapToInt(Part::left).sum();
    }

    private static void awaitEnd(Part part, long deadlineNanos) throws InterruptedException {
        for (Loop loop : part.loops()) {
            loop.awaitEnd(Duration.ofNanos(Math.max(0, deadlineNanos - System.nanoTime())));
        }
    }
}

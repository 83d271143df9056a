package dev.relaybench.relay.main;

import com.zaxxer.hikari.HikariDataSource;
import dev.relaybench.relay.http.RelayHttpServer;
import dev.relaybench.relay.loop.Loop;
import dev.relaybench.relay.outbox.PgOutboxChannel;
import dev.relaybench.relay.outbox.Publisher;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The graceful stop. Its parts add up to less than `RelayContract.STOP_SECONDS_MAX`; what is not done by then stays in
/// the table for the next relay.
record Shutdown(
        RelayHttpServer http,
        Loop pollingLoop,
        List<Loop> immediateLoops,
        PgOutboxChannel channel,
        Publisher publisher,
        HikariDataSource pool) {
    private static final Logger LOG = LoggerFactory.getLogger(Shutdown.class);
    private static final Duration DRAIN_MAX = Duration.ofSeconds(10);
    private static final Duration PUBLISHER_CLOSE_MAX = Duration.ofSeconds(1);
    private static final Duration LAST_CYCLE_MAX = Duration.ofSeconds(1);
    private static final Duration POOL_CLOSE_MAX = Duration.ofSeconds(1);

    void run() {
        LOG.info("stopping: no more requests, {} jobs to drain", channel.depth());
        try {
            long deadlineNanos = System.nanoTime() + DRAIN_MAX.toNanos();
            http.refuseRequests();
            pollingLoop.stop();
            immediateLoops.forEach(Loop::finish);
            awaitEnd(deadlineNanos);
            immediateLoops.forEach(Loop::stop);
            // Whoever still waits for the broker gets its answer now, and has a moment to record it.
            publisher.close(PUBLISHER_CLOSE_MAX);
            awaitEnd(System.nanoTime() + LAST_CYCLE_MAX.toNanos());
            http.stop(0);
            // With a database that does not answer, the pool would wait for longer than anybody allows us.
            Thread.ofVirtual().start(pool::close).join(POOL_CLOSE_MAX);
            LOG.info("stopped, {} jobs left to the table", channel.depth());
        } catch (InterruptedException interrupted) {
            pool.close();
            Thread.currentThread().interrupt();
        }
    }

    private void awaitEnd(long deadlineNanos) throws InterruptedException {
        for (Loop loop : immediateLoops) {
            loop.awaitEnd(Duration.ofNanos(Math.max(0, deadlineNanos - System.nanoTime())));
        }
        pollingLoop.awaitEnd(Duration.ofNanos(Math.max(0, deadlineNanos - System.nanoTime())));
    }
}

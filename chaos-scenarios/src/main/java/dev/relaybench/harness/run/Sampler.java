package dev.relaybench.harness.run;

import dev.relaybench.harness.workload.LiveRows;
import dev.relaybench.report.run.Sample;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes the samples of the timeline: backlog and lag from the table, rates from what was committed and seen.
final class Sampler implements AutoCloseable {
    static final Duration PERIOD = Duration.ofMillis(100);

    private static final Logger LOG = LoggerFactory.getLogger(Sampler.class);

    private final Table table;
    private final LiveRows rows;
    private final Instant zero;
    private final Consumer<Sample> samples;
    private final Runnable heartbeat;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Thread thread;

    /// @param heartbeat called with each sample; what was recorded so far is to survive an interruption
    Sampler(Table table, LiveRows rows, Instant zero, Consumer<Sample> samples, Runnable heartbeat) {
        this.table = table;
        this.rows = rows;
        this.zero = zero;
        this.samples = samples;
        this.heartbeat = heartbeat;
        this.thread = Thread.ofPlatform().daemon().name("sampler").start(this::loop);
    }

    private void loop() {
        try (Connection connection = table.connection()) {
            long committed = 0;
            long published = 0;
            long before = System.nanoTime();
            while (!stop.await(PERIOD.toMillis(), TimeUnit.MILLISECONDS)) {
                long committedNow = rows.committedCount();
                long publishedNow = rows.publishedCount();
                long now = System.nanoTime();
                double seconds = (now - before) / 1e9;
                sample("workload", "committed", (committedNow - committed) / seconds);
                sample("topic", "published", (publishedNow - published) / seconds);
                sampleTable(connection);
                heartbeat.run();
                committed = committedNow;
                published = publishedNow;
                before = now;
            }
        } catch (SQLException e) {
            LOG.warn("No more samples of this run: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// The table is missing until the relay has made it, which is no sample and no failure.
    private void sampleTable(Connection connection) throws SQLException {
        try {
            var backlog = RunDatabase.backlog(connection, table.pendingQuery());
            sample("outbox", "backlog", (double) backlog.rows());
            sample("outbox", "lag", backlog.lagMillis());
        } catch (SQLException e) {
            if (!"42P01".equals(e.getSQLState())) {
                throw e;
            }
        }
    }

    private void sample(String subject, String metric, double value) {
        double atMillis = Duration.between(zero, Instant.now()).toNanos() / 1e6;
        samples.accept(new Sample(atMillis, subject, metric, value));
    }

    /// Where backlog and lag come from.
    ///
    /// @param connection used by the sampler alone, and closed by it
    /// @param pendingQuery the relay's own word for what waits
    record Table(Connection connection, String pendingQuery) {}

    @Override
    public void close() {
        stop.countDown();
        try {
            thread.join(Duration.ofSeconds(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

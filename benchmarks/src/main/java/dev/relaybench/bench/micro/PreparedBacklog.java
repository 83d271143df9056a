package dev.relaybench.bench.micro;

import com.zaxxer.hikari.HikariDataSource;
import dev.relaybench.relay.jdbc.Migrations;
import dev.relaybench.relay.loop.Next;
import dev.relaybench.relay.loop.Trigger;
import dev.relaybench.relay.main.RelayWiring;
import dev.relaybench.relay.message.Publisher;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.outbox.PgOutboxPollingWorker;
import dev.relaybench.relay.outbox.PgOutboxRelayService;
import dev.relaybench.relay.outbox.PgOutboxRelayService.RefusedBackoff;
import dev.relaybench.relay.settings.OutboxSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/// A backlog in a real table, and the polling worker that drains it.
@State(Scope.Benchmark)
public class PreparedBacklog {
    /// Rows that the worker takes in one transaction.
    @Param({"10", "100", "1000", "2000"})
    public int batch;

    private BenchTopic topic;
    private final RelayCounters counters = new RelayCounters();
    private HikariDataSource pool;
    private Publisher publisher;
    private long recordsBefore;
    private boolean reachedBroker;

    /// Opens pool and producer, and makes the topic.
    @Setup(Level.Trial)
    public void open() throws Exception {
        var settings = BenchSettings.relay();
        topic = BenchTopic.create(settings.kafka());
        pool = new RelayWiring().pool(settings);
        Migrations.run(pool, settings.database());
        publisher = new RelayWiring().publisher(settings.kafka(), counters);
    }

    /// Fills the table.
    @Setup(Level.Iteration)
    public void fill() throws Exception {
        try (Connection connection = pool.getConnection()) {
            Backlog.prepare(connection, topic.name());
        }
        recordsBefore = topic.records();
    }

    long drainToBroker() throws Exception {
        reachedBroker = true;
        return drain(publisher);
    }

    long drainToNowhere() throws Exception {
        reachedBroker = false;
        return drain(new AcknowledgesAtOnce());
    }

    private long drain(Publisher to) throws Exception {
        var wiring = new RelayWiring();
        var backoff = new RefusedBackoff(Duration.ofSeconds(1), Duration.ofSeconds(60));
        var service = new PgOutboxRelayService(pool, to, wiring.marks(), backoff, counters);
        var settings = new OutboxSettings.Polling(Duration.ofSeconds(2), batch, true);
        var worker = new PgOutboxPollingWorker(wiring.claims(), service, settings, counters);
        long cycles = 1;
        while (worker.run(Trigger.MORE_TO_DO) == Next.AT_ONCE) {
            cycles++;
        }
        return cycles;
    }

    /// Counts what came out: a drain that left, lost or doubled a row has no figure.
    @TearDown(Level.Iteration)
    public void verify() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            long unmarked = Backlog.unmarked(connection);
            long records = topic.records() - recordsBefore;
            long expected = reachedBroker ? Backlog.ROWS : 0;
            if (unmarked != 0 || records != expected) {
                throw new IllegalStateException("the drain of " + Backlog.ROWS + " rows left " + unmarked
                        + " unmarked and put " + records + " records on the topic instead of " + expected);
            }
        }
    }

    /// Closes everything.
    @TearDown(Level.Trial)
    public void close() {
        publisher.close(Duration.ofSeconds(5));
        pool.close();
        topic.close();
    }
}

package dev.relaybench.relay.polling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.relay.loop.Trigger;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.settings.EventSettings.Table;
import dev.relaybench.relay.settings.PollingOutboxSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Two rotations, and applications and relays that know nothing of them, with periods of a tenth of a second.
class RotationUnderLoadIT {
    /// In every other 300 ms the broker takes nothing.
    private static final String STUCK = "((extract(epoch FROM created_at) * 1000)::bigint / 300 % 2 = 0)";

    private final OutboxRows rows = new OutboxRows(Table.OUTBOX_EVENT_ROTATED);
    private final RelayCounters counters = new RelayCounters();
    private final AtomicInteger appended = new AtomicInteger();
    private final AtomicInteger stuck = new AtomicInteger();
    private final AtomicBoolean done = new AtomicBoolean();

    RotationUnderLoadIT() throws SQLException {}

    @AfterEach
    void close() {
        rows.close();
    }

    @Test
    @Timeout(60)
    void noAppendFailsAndNothingUnsentGoesWithAPartition() throws Exception {
        Rotation rotation = new Rotation(
                rows.pool,
                new PollingOutboxSettings.Removal(
                        Duration.ofMillis(200), Duration.ofMillis(50), 1_000, Duration.ofMillis(100)),
                counters);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Void>> all = new ArrayList<>();
            all.add(threads.submit(until(() -> rotation.run(Trigger.PAUSE_OVER))));
            all.add(threads.submit(until(() -> rotation.run(Trigger.PAUSE_OVER))));
            all.add(threads.submit(until(this::append)));
            all.add(threads.submit(until(this::publishTheRest)));
            for (Future<Void> one : all) {
                one.get();
            }
        }

        assertThat(rows.count(STUCK)).isEqualTo(stuck.get());
        assertThat(rows.count(STUCK + " AND status = 'PENDING'")).isEqualTo(stuck.get());
        assertThat(rows.count("true")).isLessThan(appended.get());
        assertThat(stuck.get()).isPositive();
    }

    private Callable<Void> until(Callable<?> step) {
        return () -> {
            try {
                while (!done.get()) {
                    step.call();
                }
                return null;
            } finally {
                done.set(true);
            }
        };
    }

    private Void append() throws SQLException {
        try (Connection connection = rows.pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("INSERT INTO outbox_event_rotated (id, aggregate_type,"
                        + " aggregate_id, event_type, topic, payload) VALUES (gen_random_uuid(), 'order', 'k',"
                        + " 'placed', 't', 'p') RETURNING (" + STUCK + ")::int")) {
            row.next();
            stuck.addAndGet(row.getInt(1));
            connection.commit();
        }
        if (appended.incrementAndGet() % 100 == 0
                && stuck.get() > 0
                && counters.get(Counter.PARTITIONS_DROPPED) >= 10
                && rows.count("true") < appended.get()) {
            done.set(true);
        }
        return null;
    }

    private Void publishTheRest() throws SQLException {
        try (Connection connection = rows.pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE outbox_event_rotated SET status = 'PUBLISHED', published_at = clock_timestamp()"
                    + " WHERE status = 'PENDING' AND NOT " + STUCK);
            connection.commit();
        }
        return null;
    }
}

package dev.relaybench.relay.polling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.relay.loop.Loop;
import dev.relaybench.relay.loop.LoopSpec;
import dev.relaybench.relay.loop.Next;
import dev.relaybench.relay.loop.Trigger;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.settings.EventSettings.Table;
import dev.relaybench.relay.settings.PollingOutboxSettings;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class UpkeepUnderLoadIT {
    private static final Duration NEVER_AGAIN = Duration.ofHours(1);

    private final OutboxRows rows = new OutboxRows(Table.OUTBOX_EVENT);
    private final RelayCounters counters = new RelayCounters();

    UpkeepUnderLoadIT() throws SQLException {}

    @AfterEach
    void close() {
        rows.close();
    }

    @Test
    void aHundredThousandLeasesThatHaveRunOutAreTakenBackInOneGo() throws Exception {
        int count = 100_000;
        rows.database.execute("""
                INSERT INTO outbox_event (id, aggregate_type, aggregate_id, event_type, topic, payload, status, owner,
                    generation, lease_until)
                SELECT gen_random_uuid(), 'order', 'k' || n %% 1000, 'placed', 't', 'p', 'IN_FLIGHT', 'dead', 1,
                    now() - interval '1 s'
                FROM generate_series(1, %d) AS n""".formatted(count));
        Reaper reaper = new Reaper(rows.pool, Table.OUTBOX_EVENT, 500, counters);
        Loop loop = new Loop(new LoopSpec("reaper", NEVER_AGAIN, Duration.ofSeconds(10), reaper), counters);

        loop.start();

        assertThat(loop.awaitFirstPause(Duration.ofMinutes(3))).isTrue();
        loop.stop();
        assertThat(rows.count("status = 'PENDING' AND generation = 2")).isEqualTo(count);
        assertThat(counters.get(Counter.REAPED)).isEqualTo(count);
        assertThat(counters.get(Counter.LOOP_FAILURES)).isZero();
    }

    @Test
    @Timeout(120)
    void removalGoesOnWhileABacklogIsPublishedAndNothingUnsentGoes() throws Exception {
        Removal removal = new Removal(
                rows.pool,
                "outbox_event",
                new PollingOutboxSettings.Removal(Duration.ofMillis(1), NEVER_AGAIN, 50, NEVER_AGAIN),
                counters);
        rows.insertOld(500, "PENDING", "1 day");
        rows.insertOld(100, "FAILED", "1 day");
        rows.insertOld(10, "DEAD", "1 day");
        String published = "status = 'PUBLISHED', published_at = now() - interval '1 h' WHERE id IN"
                + " (SELECT id FROM outbox_event WHERE status = 'PENDING' LIMIT 10 FOR UPDATE SKIP LOCKED)";

        OutboxRows.atOnce(3, () -> {
            for (int batch = 0; batch < 10; batch++) {
                rows.change(published);
                drain(removal);
            }
            return null;
        });
        drain(removal);

        assertThat(counters.get(Counter.REMOVED)).isEqualTo(300);
        assertThat(rows.count("status = 'PENDING'")).isEqualTo(200);
        assertThat(rows.count("status = 'FAILED'")).isEqualTo(100);
        assertThat(rows.count("status = 'DEAD'")).isEqualTo(10);
    }

    private static void drain(Removal removal) throws SQLException {
        Next next = removal.run(Trigger.PAUSE_OVER);
        while (next == Next.AT_ONCE) {
            next = removal.run(Trigger.MORE_TO_DO);
        }
    }
}

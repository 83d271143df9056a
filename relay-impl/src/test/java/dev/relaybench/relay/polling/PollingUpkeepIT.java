package dev.relaybench.relay.polling;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.relaybench.relay.loop.Loop;
import dev.relaybench.relay.loop.LoopSpec;
import dev.relaybench.relay.loop.Next;
import dev.relaybench.relay.loop.Trigger;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.settings.RelaySettings;
import dev.relaybench.relay.testbed.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PollingUpkeepIT {
    private final TestDatabase database = TestDatabase.create();
    private final HikariDataSource pool = database.openPool();
    private final RelayCounters counters = new RelayCounters();

    PollingUpkeepIT() throws SQLException {}

    @AfterEach
    void close() {
        pool.close();
    }

    @Test
    void leasesNeedAReaperAndRowLocksDoNot() {
        assertThat(names(upkeep("outbox_event", Map.of("outbox.claim", "lease"))))
                .containsExactly("outbox-reaper", "outbox-removal");
        assertThat(names(upkeep("cancel_event_outbox", Map.of("outbox.claim", "row-lock"))))
                .containsExactly("outbox-removal");
    }

    @Test
    void theRotatedTableIsRotatedAndItsRestIsRemoved() throws Exception {
        PollingUpkeep upkeep = upkeep("outbox_event_rotated", Map.of("outbox.removal.retention-ms", "1000"));
        assertThat(upkeep.first()).extracting(LoopSpec::name).containsExactly("outbox-rotation");
        assertThat(names(upkeep)).containsExactly("outbox-rotation", "outbox-reaper", "outbox-removal");
        database.execute(
                "INSERT INTO outbox_event_rotated (id, aggregate_type, aggregate_id, event_type, topic, payload,"
                        + " status, created_at, published_at) VALUES (gen_random_uuid(), 'a', 'k', 'e', 't', 'p',"
                        + " 'PUBLISHED',"
                        + " '2020-01-01', '2020-01-01')");

        for (LoopSpec spec : upkeep.later()) {
            spec.cycle().run(Trigger.PAUSE_OVER);
        }

        assertThat(database.number("SELECT count(*) FROM outbox_event_rotated")).isZero();
    }

    @Test
    void aPartitionIsThereOnceTheFirstLoopsHavePaused() throws Exception {
        PollingUpkeep upkeep = upkeep("outbox_event_rotated", Map.of());
        List<Loop> loops =
                upkeep.first().stream().map(spec -> new Loop(spec, counters)).toList();

        loops.forEach(Loop::start);
        for (Loop loop : loops) {
            assertThat(loop.awaitFirstPause(Duration.ofSeconds(20))).isTrue();
        }
        database.execute(
                "INSERT INTO outbox_event_rotated (id, aggregate_type, aggregate_id, event_type, topic, payload)"
                        + " VALUES (gen_random_uuid(), 'a', 'k', 'e', 't', 'p')");
        loops.forEach(Loop::stop);

        assertThat(database.number("SELECT count(*) FROM outbox_event_rotated_rest"))
                .isZero();
    }

    @Test
    void rotationComesTwiceInAPeriodAtLeast() {
        assertThat(delay(Map.of("outbox.rotation.period-ms", "3000"))).isEqualTo(Duration.ofMillis(1_500));
        assertThat(delay(Map.of("outbox.removal.fixed-delay-ms", "70000"))).isEqualTo(Duration.ofSeconds(70));
    }

    @Test
    void withoutAnElectionEverybodyPolls() throws Exception {
        PollingUpkeep upkeep = upkeep("outbox_event", Map.of());

        assertThat(upkeep.gate(trigger -> Next.AT_ONCE).run(Trigger.WAKE)).isEqualTo(Next.AT_ONCE);
        assertThat(counters.snapshot()).doesNotContainKey("leader");
    }

    @Test
    void withAnElectionTheLeaderPollsUntilItGivesUp() throws Exception {
        PollingUpkeep upkeep = upkeep("outbox_event", Map.of("outbox.leader-election", "true"));
        assertThat(upkeep.first()).extracting(LoopSpec::name).containsExactly("outbox-election");
        assertThat(upkeep.gate(trigger -> Next.AT_ONCE).run(Trigger.WAKE)).isEqualTo(Next.PAUSE);
        assertThat(counters.snapshot()).containsEntry("leader", 0L);

        upkeep.first().getFirst().cycle().run(Trigger.PAUSE_OVER);

        assertThat(upkeep.gate(trigger -> Next.AT_ONCE).run(Trigger.WAKE)).isEqualTo(Next.AT_ONCE);
        assertThat(counters.snapshot()).containsEntry("leader", 1L);
        assertThat(database.query("SELECT name || ' ' || owner FROM relay_leader"))
                .containsExactly("outbox_event me");

        upkeep.close();

        assertThat(upkeep.gate(trigger -> Next.AT_ONCE).run(Trigger.WAKE)).isEqualTo(Next.PAUSE);
        assertThat(database.number("SELECT count(*) FROM relay_leader WHERE lease_until <= now()"))
                .isEqualTo(1);
    }

    private Duration delay(Map<String, String> more) {
        return upkeep("outbox_event_rotated", more).first().getFirst().delay();
    }

    private static List<String> names(PollingUpkeep upkeep) {
        return Stream.concat(upkeep.first().stream(), upkeep.later().stream())
                .map(LoopSpec::name)
                .toList();
    }

    private PollingUpkeep upkeep(String table, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(more);
        settings.put("relay.outbox.table", table);
        settings.put("relay.instance", "me");
        return new PollingUpkeep(pool, RelaySettings.of(database.settings(settings)), counters);
    }
}

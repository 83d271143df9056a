package dev.relaybench.relay.polling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.relay.loop.Next;
import dev.relaybench.relay.loop.Trigger;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.settings.EventSettings.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PG_OUTBOX")
class ReaperIT {
    private final Table table;
    private final OutboxRows rows;
    private final RelayCounters counters = new RelayCounters();
    private final Reaper reaper;

    ReaperIT(Table table) throws SQLException {
        this.table = table;
        rows = new OutboxRows(table);
        reaper = new Reaper(rows.pool, table, 10, counters);
    }

    @AfterEach
    void close() {
        rows.close();
    }

    @Test
    void aRowWhoseLeaseHasRunOutIsDueAtOnceWithoutAnOwner() throws SQLException {
        rows.insertInFlight(1, "dead", "-1 s");
        rows.change("next_attempt_at = now() - interval '1 h'");

        assertThat(reap()).isEqualTo(Next.PAUSE);

        assertThat(rows.each("concat_ws(' ', status, attempts, owner, lease_until)"))
                .containsExactly("PENDING 0");
        assertThat(rows.count("next_attempt_at BETWEEN now() - interval '1 min' AND now()"))
                .isEqualTo(1);
        assertThat(counters.get(Counter.REAPED)).isEqualTo(1);
    }

    @Test
    void aRowThatHadBeenRefusedBeforeIsFailedAgainAndUsesUpNoAttempt() throws SQLException {
        rows.insertInFlight(1, "dead", "-1 s");
        rows.change("attempts = 2, last_error = 'refused'");

        reap();

        assertThat(rows.each("concat_ws(' ', status, attempts, last_error)")).containsExactly("FAILED 2 refused");
    }

    @Test
    void theMarksOfTheOldOwnerAreFencedBeforeAnybodyClaimsTheRowAgain() throws SQLException {
        rows.insertInFlight(1, "slow", "-1 s");

        reap();

        assertThat(rows.each("generation")).containsExactly("2");
        rows.change("status = 'IN_FLIGHT', owner = 'slow', lease_until = now() WHERE generation = 1");
        assertThat(rows.each("status")).containsExactly("PENDING");
    }

    @Test
    void aLeaseThatHoldsAndAnyOtherStateStaysAsItIs() throws SQLException {
        rows.insertInFlight(1, "alive", "1 min");
        for (String state : List.of("PENDING", "FAILED", "PUBLISHED", "DEAD")) {
            rows.insertOld(1, state, "1 day");
        }
        List<String> before = rows.snapshot();

        assertThat(reap()).isEqualTo(Next.PAUSE);

        assertThat(rows.snapshot()).isEqualTo(before);
        assertThat(counters.get(Counter.REAPED)).isZero();
    }

    @Test
    void goesOnWhileFullBatchesCome() throws SQLException {
        rows.insertInFlight(25, "dead", "-1 s");

        assertThat(List.of(reap(), reap(), reap())).containsExactly(Next.AT_ONCE, Next.AT_ONCE, Next.PAUSE);
        assertThat(rows.count("status = 'PENDING'")).isEqualTo(25);
    }

    @Test
    void neverTakesMoreThanABatch() throws SQLException {
        rows.insertInFlight(25, "dead", "-1 s");

        reap();

        assertThat(rows.count("status = 'PENDING'")).isEqualTo(10);
    }

    @Test
    void skipsRowsThatSomebodyHolds() throws SQLException {
        rows.insertInFlight(2, "dead", "-1 s");
        try (Connection other = rows.database.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT 1 FROM %s ORDER BY position LIMIT 1 FOR UPDATE".formatted(table.tableName()));

            reap();

            assertThat(rows.each("status")).containsExactly("IN_FLIGHT", "PENDING");
        }
    }

    @Test
    void severalAtOnceTakeEachRowOnce() throws Exception {
        int rounds = 25;
        for (int round = 1; round <= rounds; round++) {
            rows.insertInFlight(40, "dead", "-1 s");

            OutboxRows.atOnce(3, this::drain);
            reap();

            assertThat(counters.get(Counter.REAPED)).isEqualTo(40L * round);
        }
        assertThat(rows.count("status = 'PENDING' AND generation = 2")).isEqualTo(40L * rounds);
    }

    private Next reap() throws SQLException {
        return reaper.run(Trigger.PAUSE_OVER);
    }

    private Next drain() throws SQLException {
        Next next = reap();
        while (next == Next.AT_ONCE) {
            next = reap();
        }
        return next;
    }
}

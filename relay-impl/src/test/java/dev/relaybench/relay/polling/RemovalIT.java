package dev.relaybench.relay.polling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.relay.loop.Next;
import dev.relaybench.relay.loop.Trigger;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.settings.EventSettings.Table;
import dev.relaybench.relay.settings.PollingOutboxSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PG_OUTBOX")
class RemovalIT {
    private final Table table;
    private final OutboxRows rows;
    private final RelayCounters counters = new RelayCounters();
    private final Removal removal;

    RemovalIT(Table table) throws SQLException {
        this.table = table;
        rows = new OutboxRows(table);
        removal = new Removal(
                rows.pool,
                table.tableName(),
                new PollingOutboxSettings.Removal(Duration.ofHours(1), Duration.ofMinutes(1), 10, Duration.ofDays(1)),
                counters);
    }

    @AfterEach
    void close() {
        rows.close();
    }

    @Test
    void aRowPublishedLongerAgoThanTheRetentionGoes() throws SQLException {
        rows.insertOld(1, "PUBLISHED", "61 min");
        rows.insertOld(1, "PUBLISHED", "59 min");

        assertThat(remove()).isEqualTo(Next.PAUSE);

        assertThat(rows.count("published_at > now() - interval '1 h'")).isEqualTo(1);
        assertThat(rows.count("true")).isEqualTo(1);
        assertThat(counters.get(Counter.REMOVED)).isEqualTo(1);
    }

    @Test
    void theAgeIsThatOfThePublishNotOfTheRow() throws SQLException {
        rows.insertOld(1, "PUBLISHED", "2 days");
        rows.change("published_at = now()");

        remove();

        assertThat(rows.count("true")).isEqualTo(1);
    }

    @Test
    void noOtherStateGoesWhateverItsAge() throws SQLException {
        for (String state : List.of("PENDING", "IN_FLIGHT", "FAILED", "DEAD")) {
            rows.insertOld(2, state, "10 years");
        }
        List<String> before = rows.snapshot();

        assertThat(remove()).isEqualTo(Next.PAUSE);

        assertThat(rows.snapshot()).isEqualTo(before);
    }

    @Test
    void whatWaitsForABrokerThatIsAwayStaysWhileOldRowsGo() throws SQLException {
        rows.insertOld(25, "PUBLISHED", "2 h");
        rows.insertOld(25, "PENDING", "2 h");
        rows.insertOld(25, "FAILED", "2 h");

        assertThat(List.of(remove(), remove(), remove())).containsExactly(Next.AT_ONCE, Next.AT_ONCE, Next.PAUSE);

        assertThat(rows.count("status = 'PUBLISHED'")).isZero();
        assertThat(rows.count("status = 'PENDING'")).isEqualTo(25);
        assertThat(rows.count("status = 'FAILED'")).isEqualTo(25);
        assertThat(counters.get(Counter.REMOVED)).isEqualTo(25);
    }

    @Test
    void neverDeletesMoreThanABatchInOneTransaction() throws SQLException {
        rows.insertOld(25, "PUBLISHED", "2 h");

        remove();

        assertThat(rows.count("true")).isEqualTo(15);
    }

    @Test
    void skipsRowsThatSomebodyHolds() throws SQLException {
        rows.insertOld(2, "PUBLISHED", "2 h");
        try (Connection other = rows.database.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT 1 FROM %s ORDER BY position LIMIT 1 FOR UPDATE".formatted(table.tableName()));

            remove();

            assertThat(rows.count("true")).isEqualTo(1);
        }
    }

    @Test
    void severalAtOnceCountEachRowOnce() throws Exception {
        int rounds = 25;
        for (int round = 1; round <= rounds; round++) {
            rows.insertOld(40, "PUBLISHED", "2 h");
            rows.insertOld(1, "PENDING", "2 h");

            OutboxRows.atOnce(3, this::drain);
            remove();

            assertThat(counters.get(Counter.REMOVED)).isEqualTo(40L * round);
        }
        assertThat(rows.count("true")).isEqualTo(rounds);
    }

    private Next remove() throws SQLException {
        return removal.run(Trigger.PAUSE_OVER);
    }

    private Next drain() throws SQLException {
        Next next = remove();
        while (next == Next.AT_ONCE) {
            next = remove();
        }
        return next;
    }
}

package dev.relaybench.relay.polling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.relay.settings.EventSettings.Table;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PG_OUTBOX")
class DeadRowsIT {
    private final OutboxRows rows;
    private final DeadRows dead;

    DeadRowsIT(Table table) throws SQLException {
        rows = new OutboxRows(table);
        dead = new DeadRows(rows.pool, table, 10);
    }

    @AfterEach
    void close() {
        rows.close();
    }

    @Test
    void listsWhatAPersonHasToKnowAndNoPayload() throws SQLException {
        rows.insertOld(1, "PENDING", "1 h");
        insertDead(3);

        List<DeadRow> list = dead.list(2);

        assertThat(list).hasSize(2).allSatisfy(row -> {
            assertThat(row.aggregateType()).isEqualTo("order");
            assertThat(row.aggregateId()).isEqualTo("k");
            assertThat(row.topic()).isEqualTo("t");
            assertThat(row.attempts()).isEqualTo(3);
            assertThat(row.lastError()).isEqualTo("too large");
        });
        assertThat(list.toString()).doesNotContain("secret");
        assertThat(list)
                .extracting(DeadRow::id)
                .containsExactlyElementsOf(ids("DEAD").subList(0, 2));
    }

    @Test
    void aRowThatDiedWithoutAWordIsListedToo() throws SQLException {
        insertDead(1);
        rows.change("last_error = NULL");

        assertThat(dead.list(1)).extracting(DeadRow::lastError).containsExactly("");
    }

    @Test
    void aReplayedRowBeginsAnew() throws SQLException {
        insertDead(1);
        String position = rows.each("position").getFirst();

        assertThat(dead.replay(ids("DEAD").getFirst())).isEqualTo(1);

        assertThat(rows.each("concat_ws(' ', status, attempts, last_error, owner, generation, position)"))
                .containsExactly("PENDING 0 8 " + position);
        assertThat(rows.count("next_attempt_at BETWEEN now() - interval '1 min' AND now()"))
                .isEqualTo(1);
    }

    @Test
    void noOtherStateCanBeReplayed() throws SQLException {
        for (String state : List.of("PENDING", "IN_FLIGHT", "PUBLISHED", "FAILED")) {
            rows.insertOld(1, state, "1 h");
        }
        List<String> before = rows.snapshot();

        for (String id : rows.each("id")) {
            assertThat(dead.replay(UUID.fromString(id))).isZero();
        }
        assertThat(dead.replayTopic("t")).isZero();
        assertThat(dead.replayAll()).isZero();
        assertThat(dead.replay(UUID.randomUUID())).isZero();

        assertThat(rows.snapshot()).isEqualTo(before);
    }

    @Test
    void replaysOneTopicOnly() throws SQLException {
        insertDead(4);
        rows.change("topic = 'other' WHERE id IN ('%s', '%s')"
                .formatted(ids("DEAD").get(0), ids("DEAD").get(2)));

        assertThat(dead.replayTopic("other")).isEqualTo(2);

        assertThat(rows.each("status")).containsExactly("PENDING", "DEAD", "PENDING", "DEAD");
    }

    @Test
    void replaysAllBatchByBatch() throws SQLException {
        insertDead(30);
        rows.insertOld(1, "FAILED", "1 h");

        assertThat(dead.replayAll()).isEqualTo(30);

        assertThat(rows.count("status = 'PENDING' AND attempts = 0")).isEqualTo(30);
        assertThat(rows.count("status = 'FAILED'")).isEqualTo(1);
    }

    @Test
    void rowsOfOnePositionAreNotForgottenBetweenTwoBatches() throws SQLException {
        insertDead(35);
        rows.change("position = 1");

        assertThat(dead.replayAll()).isEqualTo(35);
    }

    @Test
    void twoWhoReplayAtOnceReplayEachRowOnce() throws Exception {
        AtomicInteger replayed = new AtomicInteger();
        for (int round = 1; round <= 20; round++) {
            insertDead(25);

            OutboxRows.atOnce(2, () -> replayed.addAndGet(dead.replayAll()));

            assertThat(replayed).hasValue(25 * round);
        }
        assertThat(rows.count("status = 'PENDING' AND generation = 8")).isEqualTo(500);
    }

    private void insertDead(int count) throws SQLException {
        rows.insert(
                count,
                "status = 'DEAD', attempts = 3, last_error = 'too large', owner = 'relay', generation = 7,"
                        + " next_attempt_at = now() - interval '1 h'");
    }

    private List<UUID> ids(String state) throws SQLException {
        return rows.each("status || ' ' || id").stream()
                .filter(row -> row.startsWith(state + " "))
                .map(row -> UUID.fromString(row.substring(state.length() + 1)))
                .toList();
    }
}

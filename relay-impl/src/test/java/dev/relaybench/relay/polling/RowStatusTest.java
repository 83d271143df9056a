package dev.relaybench.relay.polling;

import static dev.relaybench.relay.polling.RowStatus.DEAD;
import static dev.relaybench.relay.polling.RowStatus.FAILED;
import static dev.relaybench.relay.polling.RowStatus.IN_FLIGHT;
import static dev.relaybench.relay.polling.RowStatus.PENDING;
import static dev.relaybench.relay.polling.RowStatus.PUBLISHED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.relaybench.relay.settings.EventSettings.Table;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RowStatusTest {
    private static final Map<RowStatus, Set<RowStatus>> LEGAL = Map.of(
            PENDING, Set.of(IN_FLIGHT, PUBLISHED, FAILED, DEAD),
            FAILED, Set.of(IN_FLIGHT, PUBLISHED, FAILED, DEAD),
            IN_FLIGHT, Set.of(PENDING, PUBLISHED, FAILED, DEAD),
            DEAD, Set.of(PENDING),
            PUBLISHED, Set.of());

    @ParameterizedTest
    @EnumSource
    void knowsTheLegalAndTheIllegalTransitions(RowStatus from) {
        assertThat(Stream.of(RowStatus.values()).filter(from::mayBecome))
                .containsExactlyInAnyOrderElementsOf(LEGAL.get(from));
    }

    @Test
    void aReleasedRowIsWhatItWas() {
        assertThat(RowStatus.released(0)).isEqualTo(PENDING);
        assertThat(RowStatus.released(1)).isEqualTo(FAILED);
    }

    @Test
    void conditionsAreInTheWordsOfTheIndexes() {
        assertThat(RowStatus.in(RowStatus.CLAIMABLE)).isEqualTo("status IN ('PENDING', 'FAILED')");
        assertThat(RowStatus.in(RowStatus.UNFINISHED)).isEqualTo("status IN ('PENDING', 'IN_FLIGHT', 'FAILED')");
    }

    @ParameterizedTest
    @EnumSource(names = {"PUBLISHED", "DEAD"})
    void noMarkCanBeWrittenThatChangesAFinishedRow(RowStatus finished) {
        assertThatThrownBy(() -> new MarkSql(Table.OUTBOX_EVENT, Set.of(finished), false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(finished + " to PUBLISHED");
    }

    @Test
    void everyMarkNamesWhatItChangesFrom() {
        MarkSql lease = new MarkSql(Table.OUTBOX_EVENT, Set.of(IN_FLIGHT), true);
        MarkSql lock = new MarkSql(Table.OUTBOX_EVENT, RowStatus.CLAIMABLE, false);

        assertThat(Set.of(
                        lease.published(),
                        lease.failed(),
                        lease.dead(),
                        lease.released().orElseThrow()))
                .allMatch(sql -> sql.contains("o.status IN ('IN_FLIGHT') AND o.owner = ?"));
        assertThat(Set.of(lock.published(), lock.failed(), lock.dead()))
                .allMatch(sql -> sql.contains("o.status IN ('PENDING', 'FAILED')"));
        assertThat(lock.released()).isEmpty();
    }
}

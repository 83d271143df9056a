package dev.relaybench.relay.polling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.polling.Bed.Switches;
import dev.relaybench.relay.polling.Claims.Claim;
import dev.relaybench.relay.settings.EventSettings.Table;
import dev.relaybench.relay.settings.PollingOutboxSettings.ClaimStrategy;
import dev.relaybench.relay.settings.PollingOutboxSettings.Order;
import dev.relaybench.relay.testbed.MemoryPublisher;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ClaimQueryIT {
    private static final Pattern HITS = Pattern.compile("Buffers: shared hit=(\\d+)");

    @ParameterizedTest
    @EnumSource
    void theWalkComesToTheHeadOfEachAggregateOfEachType(ClaimStrategy strategy) throws SQLException {
        List<String> heads = new ArrayList<>();
        try (Bed bed = new Bed(new Switches(strategy, Order.AGGREGATE, Table.OUTBOX_EVENT))) {
            PollingOutbox outbox = new PollingOutbox(Table.OUTBOX_EVENT, Order.AGGREGATE);
            try (Connection connection = bed.database.connect()) {
                for (int row = 0; row < 2; row++) {
                    for (String type : List.of("", "ä", "b", "B")) {
                        for (String id : List.of("", "x", "é")) {
                            outbox.append(connection, message(type, id, "row " + row));
                        }
                    }
                }
            }
            Claims claims = bed.claims("me");
            for (int i = 0; i < 20; i++) {
                try (Claim claim = claims.claim(5)) {
                    claim.rows().forEach(row -> heads.add(row.message().payload()));
                    claim.settle(new Settlement(claim.rows(), List.of(), List.of(), List.of()));
                }
                if (heads.size() == 12) {
                    break;
                }
            }
        }
        assertThat(heads).hasSize(12).containsOnly("row 0");
    }

    @ParameterizedTest
    @EnumSource
    void noAggregateIsServedTwiceBeforeAllOthersHadTheirTurn(ClaimStrategy strategy) throws Exception {
        try (Bed bed = new Bed(new Switches(strategy, Order.AGGREGATE, Table.OUTBOX_EVENT))) {
            bed.append("a", "a", "a", "b", "b", "b", "c", "c", "c");
            MemoryPublisher publisher = new MemoryPublisher();
            PollingRelayService service = bed.service(bed.claims("me"), publisher, new RelayCounters());

            for (int i = 0; i < 9; i++) {
                service.relay(1);
            }

            assertThat(publisher.messages())
                    .extracting(OutboxMessage::aggregateId)
                    .containsExactly("a", "b", "c", "a", "b", "c", "a", "b", "c");
        }
    }

    @ParameterizedTest
    @MethodSource("switches")
    void noClaimReadsAWholeTable(Switches switches) throws SQLException {
        try (Bed bed = new Bed(switches)) {
            fill(bed, 20_000, 20_000);

            List<String> plan = bed.database.query("EXPLAIN " + statement(switches, 100));

            assertThat(plan).noneMatch(line -> line.contains("Seq Scan"));
            assertThat(plan)
                    .anyMatch(line -> line.contains(
                            switches.isOrdered()
                                    ? "ROW(aggregate_type, aggregate_id) > ROW(last"
                                    : "next_attempt_at <= now()"));
        }
    }

    static Stream<Switches> switches() {
        return Switches.all();
    }

    /// What the walk has found dead it must not read again and again.
    @Test
    void theWalkDoesNotGetLongerWithWhatItLeavesBehind() throws Exception {
        Switches switches = new Switches(ClaimStrategy.LEASE, Order.AGGREGATE, Table.OUTBOX_EVENT);
        try (Bed bed = new Bed(switches)) {
            fill(bed, 0, 10_000);
            PollingRelayService service = bed.service(bed.claims("me"), new MemoryPublisher(), new RelayCounters());
            for (int round = 0; round < 70; round++) {
                assertThat(service.relay(100).acked()).isEqualTo(100);
            }

            List<String> plan = bed.database.query("EXPLAIN (ANALYZE, BUFFERS) " + statement(switches, 100));

            // The descents, the rows, their new versions and the entries of these: some 30 pages a row, not hundreds.
            assertThat(plan.stream().map(HITS::matcher).filter(Matcher::find).findFirst())
                    .hasValueSatisfying(hits -> assertThat(Integer.parseInt(hits.group(1)) / 100)
                            .as(String.join("\n", plan))
                            .isLessThan(60));
        }
    }

    private static void fill(Bed bed, int published, int pending) throws SQLException {
        insert(bed, "'PUBLISHED', now()", published);
        insert(bed, "'PENDING', NULL", pending);
        bed.database.execute("ANALYZE " + bed.switches.name());
    }

    private static void insert(Bed bed, String state, int rows) throws SQLException {
        String table = bed.switches.name();
        bed.database.execute("""
                INSERT INTO %s (id, aggregate_type, aggregate_id, event_type, topic, payload, status, published_at)
                SELECT gen_random_uuid(), 'order', 'order-' || (g %% 100), 'placed', 't', 'p', %s
                FROM generate_series(1, %d) g""".formatted(table, state, rows));
    }

    private static String statement(Switches switches, int limit) {
        return ClaimSql.of(switches.table(), switches.claim(), switches.order())
                .fromTheStart()
                .replaceFirst("LIMIT \\?", "LIMIT " + limit)
                .replaceFirst("owner = \\?", "owner = 'me'")
                .replaceFirst("\\+ \\?", "+ 60000");
    }

    private static OutboxMessage message(String type, String id, String payload) {
        return new OutboxMessage(UUID.randomUUID(), type, id, "placed", "t", payload, Map.of(), Instant.now());
    }
}

package dev.relaybench.relay.polling;

import com.zaxxer.hikari.HikariDataSource;
import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.message.Publisher;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.polling.Settlement.Refusal;
import dev.relaybench.relay.polling.Settlement.Retry;
import dev.relaybench.relay.settings.EventSettings.Table;
import dev.relaybench.relay.settings.PollingOutboxSettings.ClaimStrategy;
import dev.relaybench.relay.settings.PollingOutboxSettings.Order;
import dev.relaybench.relay.testbed.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import javax.sql.DataSource;

/// One of the three tables in a schema of its own, with one combination of the switches.
final class Bed implements AutoCloseable {
    static final Duration PUBLISH_TIME_MAX = Duration.ofSeconds(5);
    static final int ATTEMPTS_MAX = 3;

    final TestDatabase database = TestDatabase.create();
    final HikariDataSource pool = database.openPool();
    final Switches switches;
    final List<Refusal> alerts = new CopyOnWriteArrayList<>();

    Bed(Switches switches) throws SQLException {
        this.switches = switches;
    }

    /// One combination.
    record Switches(ClaimStrategy claim, Order order, Table table) {
        String name() {
            return table.tableName();
        }

        static Stream<Switches> all() {
            return Stream.of(Table.OUTBOX_EVENT, Table.CANCEL_EVENT_OUTBOX, Table.OUTBOX_EVENT_ROTATED)
                    .flatMap(Switches::of);
        }

        static Stream<Switches> of(Table table) {
            return Stream.of(ClaimStrategy.values())
                    .flatMap(claim -> Stream.of(Order.values()).map(order -> new Switches(claim, order, table)));
        }

        boolean isLease() {
            return claim == ClaimStrategy.LEASE;
        }

        boolean isOrdered() {
            return order == Order.AGGREGATE;
        }
    }

    Claims claims(String owner) {
        return claims(pool, owner, Duration.ofMinutes(1));
    }

    Claims claims(DataSource dataSource, String owner, Duration hold) {
        return switches.isLease()
                ? new LeaseClaims(dataSource, switches.table(), switches.order(), new LeaseClaims.Terms(owner, hold))
                : new RowLockClaims(dataSource, switches.table(), switches.order(), hold);
    }

    PollingRelayService service(Claims claims, Publisher publisher, RelayCounters counters) {
        Backoff backoff = new Backoff(Duration.ofMinutes(1), Duration.ofHours(1), 20);
        return new PollingRelayService(
                claims,
                publisher,
                PUBLISH_TIME_MAX,
                new Retry(ATTEMPTS_MAX, backoff, new Random(1)),
                alerts::add,
                counters);
    }

    /// Appends one row for each aggregate, in this order, and commits.
    List<OutboxMessage> append(String... aggregates) throws SQLException {
        List<OutboxMessage> messages = new ArrayList<>();
        PollingOutbox outbox = new PollingOutbox(switches.table(), switches.order());
        try (Connection connection = database.connect()) {
            for (String aggregate : aggregates) {
                OutboxMessage message = new OutboxMessage(
                        UUID.randomUUID(), "order", aggregate, "placed", "t", "p", Map.of("h", "x"), Instant.now());
                outbox.append(connection, message);
                messages.add(message);
            }
        }
        return messages;
    }

    /// What all rows are in, oldest first.
    List<RowStatus> statuses() throws SQLException {
        return column("status").stream().map(RowStatus::valueOf).toList();
    }

    /// A column of all rows, oldest first.
    List<String> column(String column) throws SQLException {
        return database.query("SELECT %s FROM %s ORDER BY position".formatted(column, switches.name()));
    }

    /// What a reaper does with all leases, as if each had run out.
    void reap() throws SQLException {
        change("status = %s, owner = NULL, lease_until = NULL".formatted(RowStatus.releasedSql("o")), "IN_FLIGHT");
    }

    /// Lets the pause of every refused row be over.
    void passTime() throws SQLException {
        change("next_attempt_at = now()", "FAILED");
    }

    private void change(String changes, String status) throws SQLException {
        database.execute("""
                UPDATE %1$s o SET %2$s WHERE id IN (SELECT id FROM %1$s WHERE status = '%3$s' FOR UPDATE SKIP LOCKED)
                """.formatted(switches.name(), changes, status));
    }

    @Override
    public void close() {
        pool.close();
    }
}

package dev.relaybench.relay.polling;

import com.zaxxer.hikari.HikariDataSource;
import dev.relaybench.relay.settings.EventSettings.Table;
import dev.relaybench.relay.testbed.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/// One of the three tables in a schema of its own, with rows in whatever state a test wants.
final class OutboxRows implements AutoCloseable {
    static final List<String> STATES = List.of("PENDING", "IN_FLIGHT", "PUBLISHED", "FAILED", "DEAD");

    final TestDatabase database = TestDatabase.create();
    final HikariDataSource pool = database.openPool();
    private final String table;

    OutboxRows(Table table) throws SQLException {
        this.table = table.tableName();
    }

    /// Rows that are PENDING, in the aggregate `k`, but for these changes.
    ///
    /// @param changes a SET list; `n` is the number of the row, from 1
    void insert(int count, String changes) throws SQLException {
        database.execute("""
                WITH new AS (
                    INSERT INTO %1$s (id, aggregate_type, aggregate_id, event_type, topic, payload)
                    SELECT gen_random_uuid(), 'order', 'k', 'placed', 't', 'secret' FROM generate_series(1, %2$d)
                    RETURNING id)
                SELECT count(*) FROM new""".formatted(table, count));
        database.execute("""
                WITH new AS (
                    SELECT id, row_number() OVER (ORDER BY position) AS n FROM %1$s WHERE event_type = 'placed')
                UPDATE %1$s o SET event_type = 'changed', %2$s FROM new WHERE o.id = new.id
                """.formatted(table, changes));
    }

    /// Held by this owner, with a lease that ends so far from now.
    void insertInFlight(int count, String owner, String leaseEnd) throws SQLException {
        insert(
                count,
                "status = 'IN_FLIGHT', owner = '%s', generation = 1, lease_until = now() + interval '%s'"
                        .formatted(owner, leaseEnd));
    }

    /// In this state, and as old as this in every respect but the lease, which holds.
    void insertOld(int count, String state, String age) throws SQLException {
        insert(count, """
                status = '%1$s', published_at = now() - interval '%2$s', created_at = now() - interval '%2$s',
                next_attempt_at = now() - interval '%2$s',
                lease_until = CASE WHEN '%1$s' = 'IN_FLIGHT' THEN now() + interval '1 h' END""".formatted(state, age));
    }

    long count(String condition) throws SQLException {
        return database.number("SELECT count(*) FROM %s WHERE %s".formatted(table, condition));
    }

    /// An expression for each row, oldest first.
    List<String> each(String expression) throws SQLException {
        return database.query("SELECT %s FROM %s ORDER BY position".formatted(expression, table));
    }

    void change(String changes) throws SQLException {
        database.execute("UPDATE %s SET %s".formatted(table, changes));
    }

    /// Everything about every row.
    List<String> snapshot() throws SQLException {
        return database.query("SELECT o::text FROM %s o ORDER BY position".formatted(table));
    }

    /// Runs the same several times at once, and waits for all.
    static void atOnce(int threads, Callable<?> work) throws Exception {
        CyclicBarrier start = new CyclicBarrier(threads);
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = IntStream.range(0, threads)
                    .<Future<?>>mapToObj(thread -> executor.submit(() -> {
                        start.await();
                        return work.call();
                    }))
                    .toList();
            for (Future<?> one : all) {
                one.get();
            }
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}

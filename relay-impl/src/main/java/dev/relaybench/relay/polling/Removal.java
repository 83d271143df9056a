package dev.relaybench.relay.polling;

import dev.relaybench.relay.loop.Cycle;
import dev.relaybench.relay.loop.Next;
import dev.relaybench.relay.loop.Trigger;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.settings.PollingOutboxSettings;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Deletes rows that were published longer ago than the retention, by the database's clock. No other state is touched,
/// whatever its age: while the broker is away nothing unsent goes, and a DEAD row waits for a person.
///
/// One cycle is one batch, in a transaction of its own. Several relays at once share the rows.
public final class Removal implements Cycle {
    private static final Logger LOG = LoggerFactory.getLogger(Removal.class);

    private final DataSource dataSource;
    private final String table;
    private final String remove;
    private final Duration retention;
    private final int batchSize;
    private final RelayCounters counters;

    /// @param table an outbox table, or a partition of one
    public Removal(
            DataSource dataSource, String table, PollingOutboxSettings.Removal settings, RelayCounters counters) {
        this.dataSource = dataSource;
        this.table = table;
        this.remove = """
                WITH old AS MATERIALIZED (
                    SELECT id, created_at FROM %1$s
                    WHERE status = 'PUBLISHED' AND published_at < now() - ? * interval '1 millisecond'
                    ORDER BY published_at LIMIT ? FOR UPDATE SKIP LOCKED)
                DELETE FROM %1$s o USING old WHERE o.id = old.id AND o.created_at = old.created_at""".formatted(table);
        this.retention = settings.retention();
        this.batchSize = settings.batchSize();
        this.counters = counters;
    }

    @Override
    public Next run(Trigger trigger) throws SQLException {
        int removed = remove();
        if (removed > 0) {
            counters.add(Counter.REMOVED, removed);
            LOG.atDebug()
                    .addKeyValue("table", table)
                    .addKeyValue("rows", removed)
                    .log("old published rows are removed");
        }
        return removed == batchSize ? Next.AT_ONCE : Next.PAUSE;
    }

    private int remove() throws SQLException {
        return IndexWalk.run(dataSource, remove, delete -> {
            delete.setLong(1, retention.toMillis());
            delete.setInt(2, batchSize);
            return delete.executeUpdate();
        });
    }
}

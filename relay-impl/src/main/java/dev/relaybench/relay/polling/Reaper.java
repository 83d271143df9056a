package dev.relaybench.relay.polling;

import dev.relaybench.relay.loop.Cycle;
import dev.relaybench.relay.loop.Next;
import dev.relaybench.relay.loop.Trigger;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.settings.EventSettings.Table;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes rows back from relays that have died: IN_FLIGHT rows whose lease has run out by the database's clock become
/// what they were, PENDING or FAILED, and are due at once. That uses up no attempt: nobody refused them.
///
/// The generation moves on with the row. An owner that was only slow would else still pass for the holder until
/// somebody claims the row again.
///
/// One cycle is one batch, in a transaction of its own. Several reapers at once share the rows: each skips what another
/// one holds.
public final class Reaper implements Cycle {
    private static final Logger LOG = LoggerFactory.getLogger(Reaper.class);

    private final DataSource dataSource;
    private final String reap;
    private final int batchSize;
    private final RelayCounters counters;

    /// @param batchSize rows returned per statement
    public Reaper(DataSource dataSource, Table table, int batchSize, RelayCounters counters) {
        this.dataSource = dataSource;
        // Materialized: the planner may run a plain subquery more than once, and each run would lock further rows.
        this.reap = """
                WITH expired AS MATERIALIZED (
                    SELECT id, created_at, owner FROM %1$s
                    WHERE status = 'IN_FLIGHT' AND lease_until < now()
                    ORDER BY lease_until LIMIT ? FOR UPDATE SKIP LOCKED)
                UPDATE %1$s o SET
                    status = CASE WHEN o.attempts > 0 THEN 'FAILED' ELSE 'PENDING' END,
                    owner = NULL, lease_until = NULL, next_attempt_at = now(), generation = o.generation + 1
                FROM expired WHERE o.id = expired.id AND o.created_at = expired.created_at
                RETURNING expired.owner""".formatted(table.tableName());
        this.batchSize = batchSize;
        this.counters = counters;
    }

    @Override
    public Next run(Trigger trigger) throws SQLException {
        List<String> owners = reap();
        if (!owners.isEmpty()) {
            counters.add(Counter.REAPED, owners.size());
            LOG.atWarn()
                    .addKeyValue("rows", owners.size())
                    .addKeyValue("owners", new TreeSet<>(owners))
                    .log("leases had run out: their rows are taken back");
        }
        return owners.size() == batchSize ? Next.AT_ONCE : Next.PAUSE;
    }

    /// The former owner of each row that was taken back.
    private List<String> reap() throws SQLException {
        return IndexWalk.run(dataSource, reap, update -> {
            update.setInt(1, batchSize);
            List<String> owners = new ArrayList<>();
            try (ResultSet rows = update.executeQuery()) {
                while (rows.next()) {
                    owners.add(String.valueOf(rows.getString(1)));
                }
            }
            return owners;
        });
    }
}

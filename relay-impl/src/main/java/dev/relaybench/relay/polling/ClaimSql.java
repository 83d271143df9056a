package dev.relaybench.relay.polling;

import dev.relaybench.relay.settings.EventSettings.Table;
import dev.relaybench.relay.settings.PollingOutboxSettings.ClaimStrategy;
import dev.relaybench.relay.settings.PollingOutboxSettings.Order;

/// The statements of a claim. Public so that a benchmark can ask the database for their plans.
///
/// Parameters, in this order: the aggregate type and id to start after ({@link #afterAggregate} only), the limit; then,
/// for a lease, its owner and its length in milliseconds. Columns: those of {@link ClaimedRow}, then the place of the
/// row in the walk over the aggregates, 0 without an order.
///
/// Without an order the rows come from an index in the order of their turn. With it, only heads are taken: a row of
/// which no earlier one of the same aggregate is unfinished. Asking that of each row in turn (`NOT EXISTS`) reads a
/// whole backlog to find a few heads where the rows of an aggregate lie together, so the statement walks from aggregate
/// to aggregate instead: the first unfinished row behind the last aggregate is the head of the next one, whatever lies
/// between. One descent of an index for each head, and none for all the rest.
///
/// The walk reads a snapshot, and the lock then comes to a row that may have changed since. Both are safe. The status
/// and the time of the row itself are asked again under the lock; and what was before it stays finished, as PUBLISHED
/// is the end, and a row that is replayed from DEAD has lost its turn already.
///
/// @param fromTheStart claims; with an order: from the first aggregate on
/// @param afterAggregate with an order: claims from behind an aggregate on; the same as the other without one
public record ClaimSql(String fromTheStart, String afterAggregate) {

    /// The statements of a strategy on a table.
    public static ClaimSql of(Table table, ClaimStrategy strategy, Order order) {
        return new ClaimSql(
                statement(table.tableName(), strategy, order, ""),
                statement(table.tableName(), strategy, order, " AND (aggregate_type, aggregate_id) > (?, ?)"));
    }

    private static String statement(String table, ClaimStrategy strategy, Order order, String start) {
        String wanted = switch (strategy) {
            case ROW_LOCK -> ClaimedRow.columns("o");
            case LEASE -> "o.id, o.created_at";
        };
        String select = switch (order) {
            case NONE -> nextRows(table, wanted);
            case AGGREGATE -> heads(table, wanted, start);
        };
        return switch (strategy) {
            case ROW_LOCK -> select;
            case LEASE -> lease(table, select);
        };
    }

    // The database's clock decides what is due, so that relays with different clocks agree.
    private static final String DUE = RowStatus.in(RowStatus.CLAIMABLE) + " AND next_attempt_at <= now()";

    private static String nextRows(String table, String wanted) {
        return """
                SELECT %s, 0 AS nth FROM %s o
                WHERE %s
                ORDER BY next_attempt_at, position LIMIT ? FOR UPDATE SKIP LOCKED""".formatted(wanted, table, DUE);
    }

    private static String heads(String table, String wanted, String start) {
        String first = head(table, start);
        String next = head(table, " AND (aggregate_type, aggregate_id) > (last.aggregate_type, last.aggregate_id)");
        // The walk has to be over before the update begins, hence the sorting. An update that is interleaved with it
        // writes to the very page of the index that the walk stands on, the walk then cannot note there which entries
        // are dead, and every later walk reads them again: each step took ten times as long in the end.
        return """
                WITH RECURSIVE heads AS (
                    SELECT 1 AS nth, first.* FROM (%s) AS first
                    UNION ALL
                    SELECT last.nth + 1, next.* FROM heads AS last
                    CROSS JOIN LATERAL (%s) AS next
                )
                SELECT * FROM (
                    SELECT claimable.*, heads.nth FROM heads CROSS JOIN LATERAL (
                        SELECT %s FROM %s o
                        WHERE o.ctid = heads.ctid AND o.tableoid = heads.tableoid AND %s
                        FOR UPDATE SKIP LOCKED
                    ) AS claimable
                    LIMIT ?
                ) AS walked
                ORDER BY nth""".formatted(first, next, wanted, table, DUE);
    }

    /// The first unfinished row of the first aggregate behind a place: one descent of the index.
    private static String head(String table, String behind) {
        String unfinished = RowStatus.in(RowStatus.UNFINISHED);
        return """
                SELECT tableoid, ctid, aggregate_type, aggregate_id FROM %s WHERE %s%s
                ORDER BY aggregate_type, aggregate_id, position LIMIT 1""".formatted(table, unfinished, behind);
    }

    /// The key is both columns, on every table: on the partitioned one the second leads to the partition.
    private static String lease(String table, String select) {
        return """
                WITH claimed AS (
                %s
                )
                UPDATE %s o SET status = '%s', owner = ?, generation = o.generation + 1,
                    lease_until = clock_timestamp() + ? * interval '1 millisecond'
                FROM claimed WHERE o.id = claimed.id AND o.created_at = claimed.created_at
                RETURNING %s, claimed.nth""".formatted(select, table, RowStatus.IN_FLIGHT, ClaimedRow.columns("o"));
    }
}

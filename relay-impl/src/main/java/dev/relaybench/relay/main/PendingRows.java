package dev.relaybench.relay.main;

import dev.relaybench.relay.settings.EventSettings.Table;
import java.util.Arrays;
import java.util.stream.Collectors;

/// What the reference relay still has to publish, whichever table it uses: the others are empty, and each is read by an
/// index that holds nothing else.
final class PendingRows {
    /// For `RelayAdapter.pendingQuery`.
    static final String QUERY = Arrays.stream(Table.values())
            .map(table -> "SELECT id::text AS id, created_at AS since FROM " + table.tableName() + " WHERE "
                    + condition(table))
            .collect(Collectors.joining(" UNION ALL "));

    private PendingRows() {}

    /// Which rows of a table are neither published nor given up.
    static String condition(Table table) {
        return switch (table) {
            case PG_OUTBOX -> "processed_at IS NULL";
            case CANCEL_EVENT_OUTBOX, OUTBOX_EVENT, OUTBOX_EVENT_ROTATED ->
                "status IN ('PENDING', 'IN_FLIGHT', 'FAILED')";
        };
    }
}

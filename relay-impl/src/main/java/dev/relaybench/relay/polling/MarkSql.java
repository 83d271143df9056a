package dev.relaybench.relay.polling;

import dev.relaybench.relay.settings.EventSettings.Table;
import java.util.Optional;
import java.util.Set;

/// The statements of the marks. Their first parameters are three arrays of one length (ids, creation times,
/// generations), their last one is the owner if rows have one.
///
/// What a mark changes from is what the claim left the rows in; a change that {@link RowStatus} does not know cannot be
/// written.
///
/// @param published three arrays; the owner
/// @param failed three arrays, errors, delays in milliseconds; the owner
/// @param dead three arrays, errors; the owner. Returns the ids of the rows that it changed
/// @param released three arrays; the owner. Empty if there is nothing to be written
/// @param owned whether rows have an owner
record MarkSql(String published, String failed, String dead, Optional<String> released, boolean owned) {

    /// @param held what the rows are in while they are held
    MarkSql(Table table, Set<RowStatus> held, boolean owned) {
        this(
                // Not now(): that is the start of the transaction, perhaps from before the publish.
                update(
                        table,
                        "status = '%s', published_at = clock_timestamp()".formatted(RowStatus.PUBLISHED),
                        "",
                        guard(held, owned, RowStatus.PUBLISHED)),
                update(
                        table,
                        "status = '%s', attempts = o.attempts + 1, last_error = held.error, next_attempt_at ="
                                        .formatted(RowStatus.FAILED)
                                + " clock_timestamp() + held.delay_ms * interval '1 millisecond'",
                        ", error, delay_ms",
                        guard(held, owned, RowStatus.FAILED)),
                update(
                                table,
                                "status = '%s', attempts = o.attempts + 1, last_error = held.error"
                                        .formatted(RowStatus.DEAD),
                                ", error",
                                guard(held, owned, RowStatus.DEAD))
                        + " RETURNING o.id",
                owned
                        ? Optional.of(update(
                                table,
                                "status = %s, owner = NULL".formatted(RowStatus.releasedSql("o")),
                                "",
                                guard(held, true, RowStatus.PENDING, RowStatus.FAILED)))
                        : Optional.empty(),
                owned);
    }

    private static String update(Table table, String changes, String more, String guard) {
        String arrays = switch (more) {
            case "" -> "";
            case ", error" -> ", ?::text[]";
            default -> ", ?::text[], ?::bigint[]";
        };
        return """
                UPDATE %s o SET %s, lease_until = NULL
                FROM unnest(?::uuid[], ?::timestamptz[], ?::bigint[]%s) AS held (id, created_at, generation%s)
                WHERE o.id = held.id AND o.created_at = held.created_at AND o.generation = held.generation
                AND %s""".formatted(table.tableName(), changes, arrays, more, guard);
    }

    private static String guard(Set<RowStatus> held, boolean owned, RowStatus... targets) {
        for (RowStatus from : held) {
            for (RowStatus target : targets) {
                if (!from.mayBecome(target)) {
                    throw new IllegalArgumentException("a row cannot go from %s to %s".formatted(from, target));
                }
            }
        }
        return "o." + RowStatus.in(held) + (owned ? " AND o.owner = ?" : "");
    }
}

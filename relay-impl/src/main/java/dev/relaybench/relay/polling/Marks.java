package dev.relaybench.relay.polling;

import dev.relaybench.relay.polling.Settlement.Refusal;
import dev.relaybench.relay.settings.EventSettings.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/// Records what became of claimed rows: one statement for each outcome, whatever the number of rows.
///
/// Each mark is fenced: it changes a row only if the row is still as its holder claimed it, by status and generation,
/// and by owner where a claim has one.
final class Marks {
    private final MarkSql sql;
    private final String owner;

    /// Of rows held by a lease of this owner.
    static Marks ofLease(Table table, String owner) {
        return new Marks(new MarkSql(table, Set.of(RowStatus.IN_FLIGHT), true), owner);
    }

    /// Of rows held by a row lock of the same transaction.
    static Marks ofRowLock(Table table) {
        return new Marks(new MarkSql(table, RowStatus.CLAIMABLE, false), "");
    }

    private Marks(MarkSql sql, String owner) {
        this.sql = sql;
        this.owner = owner;
    }

    /// Marks all rows of a batch in the transaction of the connection.
    Marked settle(Connection connection, Settlement settlement) throws SQLException {
        int published = published(connection, settlement.published());
        int failed = failed(connection, settlement.failed());
        Set<UUID> dead = dead(connection, settlement.dead());
        int released = released(connection, settlement.released());
        int other = settlement.failed().size()
                + settlement.dead().size()
                + settlement.released().size();
        return new Marked(
                settlement.published().size() - published,
                other - failed - dead.size() - released,
                settlement.dead().stream()
                        .filter(refusal -> dead.contains(refusal.row().id()))
                        .toList());
    }

    private int published(Connection connection, List<ClaimedRow> rows) throws SQLException {
        if (rows.isEmpty()) {
            return 0;
        }
        try (PreparedStatement update = connection.prepareStatement(sql.published())) {
            bindRows(connection, update, rows);
            bindOwner(update, 4);
            return update.executeUpdate();
        }
    }

    private int failed(Connection connection, List<Refusal> refusals) throws SQLException {
        if (refusals.isEmpty()) {
            return 0;
        }
        try (PreparedStatement update = connection.prepareStatement(sql.failed())) {
            bindRows(connection, update, rows(refusals));
            bindErrors(connection, update, refusals);
            Long[] delays =
                    refusals.stream().map(refusal -> refusal.delay().toMillis()).toArray(Long[]::new);
            update.setArray(5, connection.createArrayOf("int8", delays));
            bindOwner(update, 6);
            return update.executeUpdate();
        }
    }

    private Set<UUID> dead(Connection connection, List<Refusal> refusals) throws SQLException {
        Set<UUID> dead = new HashSet<>();
        if (refusals.isEmpty()) {
            return dead;
        }
        try (PreparedStatement update = connection.prepareStatement(sql.dead())) {
            bindRows(connection, update, rows(refusals));
            bindErrors(connection, update, refusals);
            bindOwner(update, 5);
            try (ResultSet rows = update.executeQuery()) {
                while (rows.next()) {
                    dead.add(rows.getObject(1, UUID.class));
                }
            }
        }
        return dead;
    }

    private int released(Connection connection, List<ClaimedRow> rows) throws SQLException {
        if (rows.isEmpty() || sql.released().isEmpty()) {
            // A row lock ends with its transaction, and the row is as it was.
            return rows.size();
        }
        try (PreparedStatement update =
                connection.prepareStatement(sql.released().get())) {
            bindRows(connection, update, rows);
            bindOwner(update, 4);
            return update.executeUpdate();
        }
    }

    private void bindOwner(PreparedStatement update, int index) throws SQLException {
        if (sql.owned()) {
            update.setString(index, owner);
        }
    }

    private static void bindRows(Connection connection, PreparedStatement update, List<ClaimedRow> rows)
            throws SQLException {
        UUID[] ids = rows.stream().map(ClaimedRow::id).toArray(UUID[]::new);
        String[] times = rows.stream().map(row -> row.createdAt().toString()).toArray(String[]::new);
        Long[] generations = rows.stream().map(ClaimedRow::generation).toArray(Long[]::new);
        update.setArray(1, connection.createArrayOf("uuid", ids));
        update.setArray(2, connection.createArrayOf("timestamptz", times));
        update.setArray(3, connection.createArrayOf("int8", generations));
    }

    private static void bindErrors(Connection connection, PreparedStatement update, List<Refusal> refusals)
            throws SQLException {
        String[] errors = refusals.stream().map(Refusal::error).toArray(String[]::new);
        update.setArray(4, connection.createArrayOf("text", errors));
    }

    private static List<ClaimedRow> rows(List<Refusal> refusals) {
        return refusals.stream().map(Refusal::row).toList();
    }
}

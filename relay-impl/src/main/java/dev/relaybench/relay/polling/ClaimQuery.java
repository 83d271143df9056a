package dev.relaybench.relay.polling;

import dev.relaybench.relay.settings.EventSettings.Table;
import dev.relaybench.relay.settings.PollingOutboxSettings.ClaimStrategy;
import dev.relaybench.relay.settings.PollingOutboxSettings.Order;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Runs the statements of {@link ClaimSql}, and remembers which aggregate's turn it is.
///
/// Each claim goes on where the last one stopped. From the start each time, the first aggregates would be served for as
/// long as they have rows, and the last ones never; and several relays would stand in each other's way.
final class ClaimQuery {
    private final ClaimSql sql;
    private final boolean ordered;
    private Optional<Aggregate> last = Optional.empty();

    ClaimQuery(Table table, ClaimStrategy strategy, Order order) {
        this.sql = ClaimSql.of(table, strategy, order);
        this.ordered = order == Order.AGGREGATE;
    }

    private record Aggregate(String type, String id) {}

    private record Walked(ClaimedRow row, int nth) {}

    /// What a strategy asks for behind the limit.
    @FunctionalInterface
    interface Rest {
        void bind(PreparedStatement statement, int firstIndex) throws SQLException;
    }

    /// Claims rows, and returns them in the order of their positions.
    List<ClaimedRow> run(Connection connection, int limit, Rest rest) throws SQLException {
        List<ClaimedRow> rows = walk(connection, limit, rest);
        if (rows.isEmpty() && last.isPresent()) {
            // The end of the table: once more, from its start.
            last = Optional.empty();
            rows = walk(connection, limit, rest);
        }
        return rows;
    }

    private List<ClaimedRow> walk(Connection connection, int limit, Rest rest) throws SQLException {
        try (PreparedStatement claim =
                connection.prepareStatement(last.isPresent() ? sql.afterAggregate() : sql.fromTheStart())) {
            int index = 1;
            if (last.isPresent()) {
                claim.setString(index++, last.get().type());
                claim.setString(index++, last.get().id());
            }
            claim.setInt(index++, limit);
            rest.bind(claim, index);
            List<Walked> walked = new ArrayList<>();
            try (ResultSet rows = claim.executeQuery()) {
                while (rows.next()) {
                    walked.add(new Walked(ClaimedRow.read(rows), rows.getInt(12)));
                }
            }
            if (ordered) {
                remember(walked);
            }
            return walked.stream()
                    .map(Walked::row)
                    .sorted(Comparator.comparingLong(ClaimedRow::position))
                    .toList();
        }
    }

    private void remember(List<Walked> walked) {
        walked.stream()
                .max(Comparator.comparingInt(Walked::nth))
                .map(furthest -> furthest.row().message())
                .ifPresent(
                        message -> last = Optional.of(new Aggregate(message.aggregateType(), message.aggregateId())));
    }
}

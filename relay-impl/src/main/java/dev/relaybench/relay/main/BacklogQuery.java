package dev.relaybench.relay.main;

import dev.relaybench.relay.metrics.Backlog;
import dev.relaybench.relay.settings.EventSettings.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/// Counts what waits in an outbox table, by the small index that holds nothing else.
record BacklogQuery(DataSource dataSource, String sql) implements Backlog.Probe {

    static BacklogQuery of(Table table, DataSource dataSource) {
        return new BacklogQuery(
                dataSource,
                "SELECT count(*), coalesce((extract(epoch FROM clock_timestamp() - min(created_at)) * 1000)::bigint, 0)"
                        + " FROM " + table.tableName() + " WHERE " + PendingRows.condition(table));
    }

    @Override
    public Backlog look() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement select = connection.prepareStatement(sql);
                ResultSet rows = select.executeQuery()) {
            rows.next();
            Backlog backlog = new Backlog(rows.getLong(1), Duration.ofMillis(Math.max(0, rows.getLong(2))));
            connection.rollback();
            return backlog;
        }
    }
}

package dev.relaybench.bench.polling;

import dev.relaybench.relay.polling.ClaimSql;
import dev.relaybench.relay.settings.PollingOutboxSettings.ClaimStrategy;
import dev.relaybench.relay.settings.PollingOutboxSettings.Order;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// How the database carries out a claim, and what it read for one.
record QueryPlan(List<String> lines) {
    /// Has the database explain a claim that it carries out and rolls back.
    static QueryPlan of(PollingBench bench, ClaimStrategy claim, Order order, int batch) throws SQLException {
        String sql = ClaimSql.of(PollingBench.TABLE, claim, order).fromTheStart();
        try (Connection connection = bench.pool().getConnection()) {
            try (PreparedStatement explain = connection.prepareStatement("EXPLAIN (ANALYZE, BUFFERS) " + sql)) {
                explain.setInt(1, batch);
                if (claim == ClaimStrategy.LEASE) {
                    explain.setString(2, "explain");
                    explain.setLong(3, 60_000);
                }
                List<String> lines = new ArrayList<>();
                try (ResultSet rows = explain.executeQuery()) {
                    while (rows.next()) {
                        lines.add(rows.getString(1));
                    }
                }
                return new QueryPlan(lines);
            } finally {
                connection.rollback();
            }
        }
    }

    boolean readsTheWholeTable() {
        return lines.stream().anyMatch(line -> line.contains("Seq Scan"));
    }

    void write(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, lines);
    }
}

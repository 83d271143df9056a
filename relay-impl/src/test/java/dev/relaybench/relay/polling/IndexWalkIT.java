package dev.relaybench.relay.polling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.relaybench.relay.settings.EventSettings.Table;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PG_OUTBOX")
class IndexWalkIT {
    private final Table table;
    private final OutboxRows rows;

    IndexWalkIT(Table table) throws SQLException {
        this.table = table;
        rows = new OutboxRows(table);
    }

    @AfterEach
    void close() {
        rows.close();
    }

    @Test
    void readsInTheOrderOfTheIndexWhateverTheStatisticsSay() throws SQLException {
        rows.database.execute("ANALYZE " + table.tableName());
        rows.insertInFlight(3_000, "dead", "-1 s");

        String plan =
                plan("SELECT id FROM %s WHERE status = 'IN_FLIGHT' AND lease_until < now()".formatted(table.tableName())
                        + " ORDER BY lease_until LIMIT 10");

        assertThat(plan).contains("Index Scan").doesNotContain("Sort  ", "Bitmap", "Seq Scan");
    }

    @Test
    void theSettingsEndWithTheTransaction() throws SQLException {
        IndexWalk.run(rows.pool, "SELECT 1", statement -> statement.execute());

        assertThat(rows.database.query("SHOW enable_sort")).containsExactly("on");
        try (var connection = rows.pool.getConnection();
                var statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW enable_sort")) {
            row.next();
            assertThat(row.getString(1)).isEqualTo("on");
        }
    }

    @Test
    void whatFailsIsRolledBack() throws SQLException {
        rows.insert(1, "topic = 't'");

        assertThatThrownBy(() -> IndexWalk.run(
                        rows.pool, "UPDATE %s SET topic = 'changed'".formatted(table.tableName()), update -> {
                            update.executeUpdate();
                            throw new SQLException("broken");
                        }))
                .hasMessage("broken");

        assertThat(rows.each("topic")).containsExactly("t");
    }

    private String plan(String sql) throws SQLException {
        return IndexWalk.run(rows.pool, "EXPLAIN " + sql, statement -> {
            List<String> lines = new ArrayList<>();
            try (ResultSet plan = statement.executeQuery()) {
                while (plan.next()) {
                    lines.add(plan.getString(1));
                }
            }
            return String.join("\n", lines);
        });
    }
}

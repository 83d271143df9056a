package dev.relaybench.relay.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.relaybench.relay.settings.DatabaseSettings;
import dev.relaybench.relay.settings.RelaySettings;
import dev.relaybench.relay.testbed.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class MigrationsIT {
    private final TestDatabase database = TestDatabase.create();

    MigrationsIT() throws SQLException {}

    @Test
    void theNewestVersionIsThatOfTheNewestScript() {
        DatabaseSettings settings =
                RelaySettings.of(database.settings(Map.of())).database();

        assertThat(Migrations.flyway(settings).info().all())
                .extracting(script -> Integer.valueOf(script.getVersion().getVersion()))
                .doesNotHaveDuplicates()
                .endsWith(Migrations.NEWEST);
    }

    @Test
    void makesTheTablesBesideThoseOfTheApplication() throws SQLException {
        database.execute("CREATE TABLE business_request (id uuid PRIMARY KEY, aggregate_id text NOT NULL,"
                + " sequence bigint NOT NULL, topic text NOT NULL, payload text NOT NULL)");

        database.openPool().close();

        assertThat(database.number("SELECT count(*) FROM pg_outbox")).isZero();
        assertThat(database.number("SELECT max(version::int) FROM relay_schema_history WHERE version IS NOT NULL"))
                .isEqualTo(Migrations.NEWEST);
    }

    @Test
    void relaysThatStartAtOnceMakeThemTogether() throws Exception {
        try (ExecutorService relays = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Void>> starts = new ArrayList<>();
            for (int relay = 0; relay < 4; relay++) {
                starts.add(relays.submit((Callable<Void>) () -> {
                    database.openPool().close();
                    return null;
                }));
            }
            for (Future<Void> start : starts) {
                start.get();
            }
        }

        assertThat(database.number("SELECT count(*) FROM relay_schema_history WHERE version <> '0' AND success"))
                .isEqualTo(Migrations.NEWEST);
    }

    @Test
    void leavesTablesAloneThatAreNotItsToMigrate() {
        DatabaseSettings settings = RelaySettings.of(database.settings(Map.of("relay.jdbc.migrate", "false")))
                .database();
        try (HikariDataSource pool = ConnectionPool.open(settings, Duration.ofSeconds(20))) {
            assertThatThrownBy(() -> Migrations.run(pool, settings))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("version 0")
                    .hasMessageContaining("relay.jdbc.migrate");
        }
    }

    @Test
    void leavesTheTablesOfANewerRelayAlone() throws SQLException {
        database.openPool().close();
        database.execute("INSERT INTO relay_schema_history (installed_rank, version, description, type, script,"
                + " installed_by, execution_time, success) VALUES (99, '99', 'newer', 'SQL', 'V99', 'me', 1, true)");

        database.openPool().close();
    }
}

package dev.relaybench.relay.jdbc;

import dev.relaybench.relay.settings.DatabaseSettings;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/// Makes and changes the relay's tables, by Flyway. Several relays may start at once.
///
/// The scripts are in `migration/` beside this class. A script that was released is never changed.
public final class Migrations {
    /// Version of the newest script.
    static final int NEWEST = 5;

    static final String HISTORY_TABLE = "relay_schema_history";
    /// Any number, as long as every relay uses the same one.
    private static final long LOCK_KEY = 0x72656c6179L;

    private static final String UNDEFINED_TABLE = "42P01";

    private Migrations() {}

    /// Brings the tables to the newest version, if they are older. Tables of a newer relay are left alone: during a
    /// rolling upgrade both run.
    ///
    /// @param pool to look with
    /// @param settings to connect past the pool, whose statement time-out is not for making indexes
    /// @throws SQLException if the database cannot be reached, or the tables are too old and not ours to change
    public static void run(DataSource pool, DatabaseSettings settings) throws SQLException {
        // A look costs a millisecond, Flyway's own look half a second, which is half the time of a start.
        int version = version(pool);
        if (version >= NEWEST) {
            return;
        }
        if (!settings.migrate()) {
            throw new SQLException(("its tables are at version %d and this relay needs version %d: migrate them, or let"
                            + " the relay do it with relay.jdbc.migrate = true")
                    .formatted(version, NEWEST));
        }
        try (Connection lock = DriverManager.getConnection(
                        settings.url(), settings.user(), settings.password().orElse(""));
                Statement statement = lock.createStatement()) {
            // Flyway lets one migrate at a time, but not one baseline: of two that find no history, one fails.
            statement.execute("SET lock_timeout = '60s'");
            statement.execute("SELECT pg_advisory_lock(" + LOCK_KEY + ")");
            flyway(settings).migrate();
        } catch (FlywayException failure) {
            throw new SQLException("its tables cannot be migrated: " + failure.getMessage(), failure);
        }
    }

    static Flyway flyway(DatabaseSettings settings) {
        return Flyway.configure(Migrations.class.getClassLoader())
                .dataSource(settings.url(), settings.user(), settings.password().orElse(""))
                .locations("classpath:dev/relaybench/relay/jdbc/migration")
                .table(HISTORY_TABLE)
                // The application's tables are there already.
                .baselineOnMigrate(true)
                .baselineVersion("0")
                .validateMigrationNaming(true)
                .load();
    }

    /// 0 where there are no tables yet.
    private static int version(DataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement select = connection.prepareStatement(
                        "SELECT max(version::int) FROM " + HISTORY_TABLE + " WHERE success AND version IS NOT NULL");
                ResultSet rows = select.executeQuery()) {
            rows.next();
            return rows.getInt(1);
        } catch (SQLException failure) {
            if (UNDEFINED_TABLE.equals(failure.getSQLState())) {
                return 0;
            }
            throw failure;
        }
    }
}

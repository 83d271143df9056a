package dev.relaybench.relay.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import javax.sql.DataSource;

/// Makes the relay's tables where they are missing.
public final class Tables {
    /// Any number, as long as every relay uses the same one.
    private static final long LOCK_KEY = 0x72656c6179L;

    private Tables() {}

    /// Makes what is missing. Several relays may call it at once: CREATE ... IF NOT EXISTS alone is no protection, two
    /// sessions can both find the table missing and one then fails, so an advisory lock lets one in at a time.
    ///
    /// @throws SQLException if the database cannot be reached or does not allow it
    public static void createMissing(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("SELECT pg_advisory_xact_lock(" + LOCK_KEY + ")");
            statement.execute(script());
            connection.commit();
        }
    }

    private static String script() {
        try (InputStream in = Objects.requireNonNull(Tables.class.getResourceAsStream("tables.sql"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

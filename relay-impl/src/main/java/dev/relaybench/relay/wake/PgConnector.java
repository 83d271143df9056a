package dev.relaybench.relay.wake;

import dev.relaybench.relay.settings.DatabaseSettings;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;

/// Opens connections past every pool: what listens keeps its connection for good, and a wake must not wait for one that
/// the application holds.
///
/// @param answerMax longest wait for the answer to a statement
record PgConnector(DatabaseSettings settings, Duration answerMax) {

    /// A connection in auto-commit mode, with a deadline on every wait.
    Connection open(String applicationName) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", settings.user());
        settings.password().ifPresent(password -> properties.setProperty("password", password));
        properties.setProperty("ApplicationName", applicationName);
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("connectTimeout", seconds(settings.connectionTimeout()));
        // For the handshake. A server that is frozen accepts connections all the same: its kernel does.
        properties.setProperty("socketTimeout", seconds(settings.connectionTimeout()));
        Connection connection = DriverManager.getConnection(settings.url(), properties);
        try {
            connection.setNetworkTimeout(Runnable::run, Math.toIntExact(Math.max(1, answerMax.toMillis())));
            return connection;
        } catch (SQLException | RuntimeException failure) {
            connection.close();
            throw failure;
        }
    }

    /// The driver takes whole seconds, and takes 0 for no limit.
    private static String seconds(Duration timeout) {
        return Long.toString(Math.max(1, (timeout.toMillis() + 999) / 1_000));
    }
}

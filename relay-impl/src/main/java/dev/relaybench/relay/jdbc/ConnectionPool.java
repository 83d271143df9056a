package dev.relaybench.relay.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.relaybench.relay.settings.DatabaseSettings;
import java.time.Duration;

/// The pool of connections, with a deadline on every wait.
public final class ConnectionPool {
    /// Longest pause between two attempts of the pool to reach a database that is gone. A constant of the pool: it can
    /// neither be set nor follows any other time-out.
    public static final Duration RECONNECT_PAUSE_MAX = Duration.ofSeconds(5);

    /// The server ends a statement first; the socket's own deadline is for a server that no longer answers at all.
    private static final Duration SOCKET_MARGIN = Duration.ofSeconds(2);

    private ConnectionPool() {}

    /// Opens the application's pool. It does not wait for the database and lives through its absence.
    ///
    /// @param idleInTransactionMax after this long the server ends a transaction whose client has fallen silent, and
    ///     frees its row locks; must be longer than the longest publish, during which a transaction is idle
    public static HikariDataSource open(DatabaseSettings settings, Duration idleInTransactionMax) {
        return open(settings, "relay", settings.poolSize(), idleInTransactionMax);
    }

    /// Opens another pool beside the application's, with all its deadlines.
    ///
    /// @param size most connections
    public static HikariDataSource open(
            DatabaseSettings settings, String name, int size, Duration idleInTransactionMax) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setJdbcUrl(settings.url());
        config.setUsername(settings.user());
        settings.password().ifPresent(config::setPassword);
        config.setMaximumPoolSize(size);
        config.setAutoCommit(false);
        // What a claim by SKIP LOCKED needs, whatever the server's default is.
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        config.setConnectionTimeout(settings.connectionTimeout().toMillis());
        config.setValidationTimeout(Math.min(2_000, settings.connectionTimeout().toMillis()));
        config.setInitializationFailTimeout(-1);

        long statementMillis = settings.statementTimeout().toMillis();
        config.addDataSourceProperty("ApplicationName", "relaybench-relay");
        config.addDataSourceProperty("tcpKeepAlive", "true");
        config.addDataSourceProperty("connectTimeout", seconds(settings.connectionTimeout()));
        config.addDataSourceProperty(
                "socketTimeout", seconds(settings.statementTimeout().plus(SOCKET_MARGIN)));
        config.addDataSourceProperty(
                "options",
                "-c statement_timeout=%d -c lock_timeout=%d -c idle_in_transaction_session_timeout=%d"
                                .formatted(statementMillis, statementMillis, idleInTransactionMax.toMillis())
                        // An outbox grows and shrinks faster than its statistics; a plan made once for an empty table
                        // would read the whole of a full one. Planning these statements anew costs microseconds.
                        + " -c plan_cache_mode=force_custom_plan");
        return new HikariDataSource(config);
    }

    /// The driver takes whole seconds, and takes 0 for no limit.
    private static String seconds(Duration timeout) {
        return Long.toString(Math.max(1, (timeout.toMillis() + 999) / 1_000));
    }
}

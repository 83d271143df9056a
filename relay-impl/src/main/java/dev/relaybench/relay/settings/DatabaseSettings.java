package dev.relaybench.relay.settings;

import dev.relaybench.relay.settings.SettingsReader.Range;
import dev.relaybench.relay.spi.RelayContract;
import java.time.Duration;
import java.util.Optional;

/// How to reach PostgreSQL and how long to wait for it.
///
/// | key | default | meaning |
/// |---|---|---|
/// | `relay.jdbc.url`, `relay.jdbc.user`, `relay.jdbc.password` | required; the password is optional | see {@link
/// RelayContract} |
/// | `relay.jdbc.pool-size` | 16 | connections of the pool |
/// | `relay.jdbc.connection-timeout-ms` | 3000 | longest wait for a connection of the pool |
/// | `relay.jdbc.statement-timeout-ms` | 4000 | longest run of a statement, and wait for a lock |
/// | `relay.jdbc.migrate` | true | false: the tables are somebody else's to make; a missing one stops the start |
///
/// @param poolSize connections of the pool; more than the workers hold, so that requests find one
/// @param connectionTimeout longest wait for a connection of the pool; the pool also retries a dead database at least
///     this often
/// @param statementTimeout longest run of one statement; longest wait for a lock as well
/// @param migrate whether the relay makes and changes its tables itself
public record DatabaseSettings(
        String url,
        String user,
        Optional<String> password,
        int poolSize,
        Duration connectionTimeout,
        Duration statementTimeout,
        boolean migrate) {

    static final String POOL_SIZE = "relay.jdbc.pool-size";
    private static final long TEN_MINUTES_MS = Duration.ofMinutes(10).toMillis();

    static DatabaseSettings read(SettingsReader in) {
        return new DatabaseSettings(
                in.required(
                        RelayContract.JDBC_URL,
                        "jdbc:postgresql:.+",
                        "a PostgreSQL JDBC URL (jdbc:postgresql://host:port/database)"),
                in.required(RelayContract.JDBC_USER, ".+", "the user of the database"),
                in.optional(RelayContract.JDBC_PASSWORD),
                in.count(POOL_SIZE, 16, 1, 1_000),
                // The pool itself takes nothing shorter than 250 ms.
                in.millis("relay.jdbc.connection-timeout-ms", new Range(3_000, 250, TEN_MINUTES_MS)),
                in.millis("relay.jdbc.statement-timeout-ms", new Range(4_000, 100, TEN_MINUTES_MS)),
                in.flag("relay.jdbc.migrate", true));
    }

    /// Longest time from asking for a connection to the end of so many statements on it.
    public Duration transactionTimeMax(int statements) {
        return connectionTimeout.plus(statementTimeout.multipliedBy(statements));
    }

    /// Never shows the password.
    @Override
    public String toString() {
        return "DatabaseSettings[user=" + user + ", poolSize=" + poolSize + "]";
    }
}

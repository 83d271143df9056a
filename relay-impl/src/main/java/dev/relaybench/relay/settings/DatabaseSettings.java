package dev.relaybench.relay.settings;

import java.time.Duration;
import java.util.Optional;

/// How to reach PostgreSQL and how long to wait for it.
///
/// @param poolSize connections of the pool; more than the workers hold, so that requests find one
/// @param connectionTimeout longest wait for a connection of the pool; the pool also retries a dead database at least
///     this often
/// @param statementTimeout longest run of one statement; longest wait for a lock as well
public record DatabaseSettings(
        String url,
        String user,
        Optional<String> password,
        int poolSize,
        Duration connectionTimeout,
        Duration statementTimeout) {

    /// Never shows the password.
    @Override
    public String toString() {
        return "DatabaseSettings[user=" + user + ", poolSize=" + poolSize + "]";
    }
}

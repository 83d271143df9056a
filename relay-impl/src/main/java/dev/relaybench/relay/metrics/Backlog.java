package dev.relaybench.relay.metrics;

import java.time.Duration;

/// What waits to be published.
///
/// @param rows committed rows that are neither published nor given up
/// @param lag age of the oldest of them, by the database's clock; zero without any
public record Backlog(long rows, Duration lag) {

    /// Looks at the tables. May take as long as a statement may.
    @FunctionalInterface
    public interface Probe {
        Backlog look() throws Exception;
    }
}

package dev.relaybench.relay.loop;

import java.time.Duration;
import java.util.List;

/// A part of the relay that works in loops: the outbox, the inbox, a consumer.
///
/// A relay starts its parts, and stops them in the order in which messages pass through them.
public interface Part {
    /// All loops, for the liveness answer. Always the same ones.
    List<Loop> loops();

    /// Starts the loops. Called once.
    default void start() {
        loops().forEach(Loop::start);
    }

    /// Waits until the part has found its surroundings (tables, brokers), or has seen that they are not there.
    ///
    /// @return whether it came that far in time
    default boolean awaitReady(Duration limit) throws InterruptedException {
        return true;
    }

    /// A graceful stop begins: take in nothing new, finish what was taken in.
    default void finish() {
        loops().forEach(Loop::stop);
    }

    /// The time is up: every loop ends after the cycle that is running.
    default void stop() {
        loops().forEach(Loop::stop);
    }

    /// Work that is still in memory, and is left to the tables when the process ends.
    default int left() {
        return 0;
    }

    /// Gives back what the part has opened for itself. Called after the loops have ended, or had the time to.
    default void close() {}
}

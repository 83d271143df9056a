package dev.relaybench.relay.wake;

import java.time.Duration;

/// How long to wait before the next attempt to reach what is away: doubling, up to a limit. Used by one thread.
final class ReconnectPause {
    private static final Duration FIRST = Duration.ofMillis(100);

    private final Duration max;
    private Duration next;

    ReconnectPause(Duration max) {
        this.max = max;
        this.next = shorter(FIRST, max);
    }

    /// The pause after one more failure.
    Duration next() {
        Duration pause = next;
        next = shorter(next.multipliedBy(2), max);
        return pause;
    }

    /// It is there again.
    void reset() {
        next = shorter(FIRST, max);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}

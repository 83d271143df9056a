package dev.relaybench.harness.toxiproxy.conformance;

import java.time.Duration;

/// When a case has to be over. All its waits end with it.
///
/// @param limit the time it has in all
/// @param atNanos on the clock of System.nanoTime
record Deadline(Duration limit, long atNanos) {
    static Deadline in(Duration limit) {
        return new Deadline(limit, System.nanoTime() + limit.toNanos());
    }

    /// 0 when it has passed.
    long leftMillis() {
        return Math.max(0, (atNanos - System.nanoTime()) / 1_000_000);
    }

    /// The limit in words.
    String words() {
        return limit.toMillis() % 1_000 == 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms";
    }
}

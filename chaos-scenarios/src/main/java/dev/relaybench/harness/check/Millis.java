package dev.relaybench.harness.check;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/// Points and lengths of time as the stored verdict has them: milliseconds, to the microsecond.
final class Millis {
    private Millis() {}

    static double of(Duration length) {
        return TimeUnit.NANOSECONDS.toMicros(length.toNanos()) / 1_000.0;
    }

    static double between(Instant from, Instant to) {
        return of(Duration.between(from, to));
    }
}

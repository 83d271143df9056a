package dev.relaybench.harness.toxiproxy;

/// The clock of the traffic: nanoseconds since this class was loaded, never negative, never set back.
///
/// Durations that come from a request may be absurd; they are clamped so that sums of a few never overflow.
final class Ticks {
    /// Later than any time that is reached.
    static final long NEVER = Long.MAX_VALUE / 2;

    private static final long LONGEST = Long.MAX_VALUE / 16;
    private static final long NANOS_PER_MICRO = 1_000;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long ORIGIN = System.nanoTime();

    private Ticks() {}

    static long now() {
        return System.nanoTime() - ORIGIN;
    }

    static long ofMillis(long millis) {
        return clampedProduct(millis, NANOS_PER_MILLI);
    }

    static long ofMicros(long micros) {
        return clampedProduct(micros, NANOS_PER_MICRO);
    }

    private static long clampedProduct(long value, long factor) {
        return Math.clamp(value, -LONGEST / factor, LONGEST / factor) * factor;
    }
}

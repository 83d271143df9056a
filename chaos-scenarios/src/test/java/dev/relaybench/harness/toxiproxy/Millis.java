package dev.relaybench.harness.toxiproxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// Times in tests: within 80 ms or 12 % of what the real server took, whichever is larger, plus what the host itself
/// was
/// late meanwhile: on a busy machine a test must not judge the scheduler.
final class Millis {
    private static final double TOLERANCE_MILLIS = 80;
    private static final double TOLERANCE_SHARE = 0.12;
    /// Nothing may come before its time, but for the rounding of clocks.
    private static final double EARLY_MILLIS = 3;

    private Millis() {}

    static double between(long startNanos, long endNanos) {
        return (endNanos - startNanos) / 1e6;
    }

    static void assertNear(double millis, double expected) {
        double tolerance = Math.max(TOLERANCE_MILLIS, expected * TOLERANCE_SHARE);
        assertThat(millis).isBetween(expected - tolerance, expected + tolerance + HostNoise.lateMillis());
    }

    /// As near, and not early: for what waits for a clock.
    static void assertAfter(double millis, double expected) {
        assertNear(millis, expected);
        assertThat(millis).isGreaterThanOrEqualTo(expected - EARLY_MILLIS);
    }

    static void assertAtOnce(double millis) {
        assertThat(millis).isLessThan(TOLERANCE_MILLIS + HostNoise.lateMillis());
    }

    /// Lets time pass where the test is about what has, or has not, happened by then.
    static void pass(long millis) {
        long untilNanos = System.nanoTime() + Duration.ofMillis(millis).toNanos();
        for (long left = untilNanos - System.nanoTime(); left > 0; left = untilNanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}

package dev.relaybench.harness.testbed;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Waits for what tells nobody when it changes: the state of a process, a server's answer.
final class Poll {
    private static final Duration STEP = Duration.ofMillis(5);

    private Poll() {}

    /// Looks every few milliseconds until `condition` holds or `limit` has passed.
    ///
    /// @return whether the condition held in time; false as well when the thread is interrupted, which stays set
    static boolean until(BooleanSupplier condition, Duration limit) {
        return until(condition, limit, STEP);
    }

    /// The same for what is dear to look at.
    static boolean until(BooleanSupplier condition, Duration limit, Duration step) {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end >= 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(step.toNanos());
        }
        return true;
    }
}

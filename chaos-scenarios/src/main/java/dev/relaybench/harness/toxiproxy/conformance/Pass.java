package dev.relaybench.harness.toxiproxy.conformance;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// Lets time pass where a case is about what has, or has not, happened by then.
final class Pass {
    private Pass() {}

    static void millis(long millis) {
        long untilNanos = System.nanoTime() + Duration.ofMillis(millis).toNanos();
        for (long left = untilNanos - System.nanoTime(); left > 0; left = untilNanos - System.nanoTime()) {
            if (Thread.currentThread().isInterrupted()) {
                throw new NotJudged("the case was interrupted");
            }
            LockSupport.parkNanos(left);
        }
    }
}

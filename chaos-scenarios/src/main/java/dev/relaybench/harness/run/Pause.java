package dev.relaybench.harness.run;

import java.time.Duration;

/// Lets time pass where time itself is the experiment: a warm-up, a fault that is held. The only place that may sleep;
/// whoever waits for a condition awaits that.
final class Pause {
    private Pause() {}

    static void of(Duration length) throws InterruptedException {
        if (length.isPositive()) {
            Thread.sleep(length);
        }
    }
}

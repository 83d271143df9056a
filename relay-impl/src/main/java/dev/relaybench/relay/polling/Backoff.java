package dev.relaybench.relay.polling;

import dev.relaybench.relay.settings.PollingOutboxSettings;
import java.time.Duration;
import java.util.random.RandomGenerator;

/// How long a refused row waits: doubling with each refusal up to a limit, and shortened by chance, so that rows
/// refused together do not come back together.
///
/// @param base the wait after the first refusal
/// @param max the longest wait
/// @param jitterPercent each wait is shortened by a random part of at most so much, 0 to 100
public record Backoff(Duration base, Duration max, int jitterPercent) {

    public Backoff {
        if (base.isNegative() || max.compareTo(base) < 0) {
            throw new IllegalArgumentException("base %s and max %s".formatted(base, max));
        }
        if (jitterPercent < 0 || jitterPercent > 100) {
            throw new IllegalArgumentException("a jitter of " + jitterPercent + " percent");
        }
    }

    /// As the settings say.
    public static Backoff of(PollingOutboxSettings.Retry retry) {
        return new Backoff(retry.backoff(), retry.backoffMax(), retry.jitterPercent());
    }

    /// The wait after so many refusals.
    ///
    /// @param attempts refusals so far, the last one among them; at least 1
    public Duration delay(int attempts, RandomGenerator random) {
        long nanos = nominal(attempts).toNanos();
        double shortened = jitterPercent / 100.0 * random.nextDouble();
        return Duration.ofNanos(nanos - (long) (nanos * shortened));
    }

    /// The wait before chance shortens it.
    Duration nominal(int attempts) {
        if (attempts < 1) {
            throw new IllegalArgumentException("a wait after " + attempts + " refusals");
        }
        Duration nominal = base;
        // Doubled one by one, and no further than needed: 2^(attempts - 1) has no room in any number.
        for (int doubled = 1; doubled < attempts && !nominal.isZero(); doubled++) {
            if (nominal.compareTo(max.dividedBy(2)) > 0) {
                return max;
            }
            nominal = nominal.multipliedBy(2);
        }
        return nominal;
    }
}

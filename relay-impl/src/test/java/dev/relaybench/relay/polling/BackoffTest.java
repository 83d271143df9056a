package dev.relaybench.relay.polling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {
    private static final int SEEDS = 5_000;

    @ParameterizedTest
    @CsvSource({"1, 1000", "2, 2000", "3, 4000", "6, 32000", "7, 60000", "8, 60000", "2147483647, 60000"})
    void doublesUpToTheLimit(int attempts, long millis) {
        Backoff backoff = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1), 0);

        assertThat(backoff.delay(attempts, new Random(1))).isEqualTo(Duration.ofMillis(millis));
    }

    @Test
    void staysBetweenTheShortestAndTheNominalWait() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            Backoff backoff = backoff(random);
            int attempts = attempts(random);
            Duration nominal = backoff.nominal(attempts);
            Duration shortest = Duration.ofNanos(
                    nominal.toNanos() - (long) Math.ceil(nominal.toNanos() * (backoff.jitterPercent() / 100.0)));

            assertThat(backoff.delay(attempts, random))
                    .as("seed %d: %s after %d", seed, backoff, attempts)
                    .isBetween(shortest, nominal)
                    .isLessThanOrEqualTo(backoff.max());
        }
    }

    @Test
    void theNominalWaitIsThatOfTheFormula() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            Backoff backoff = backoff(random);
            int attempts = attempts(random);
            double exact = Math.min(
                    (double) backoff.max().toNanos(),
                    backoff.base().toNanos() * Math.pow(2, Math.min(attempts - 1, 1_000)));

            assertThat((double) backoff.nominal(attempts).toNanos())
                    .as("seed %d: %s after %d", seed, backoff, attempts)
                    .isCloseTo(exact, Percentage.withPercentage(0.001));
        }
    }

    @Test
    void oneMoreRefusalNeverShortensTheWait() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            Backoff backoff = backoff(random);
            int attempts = Math.min(attempts(random), Integer.MAX_VALUE - 1);
            // The same luck on both sides: the mean is monotone because each of its parts is.
            Duration before = backoff.delay(attempts, new Random(seed));
            Duration after = backoff.delay(attempts + 1, new Random(seed));

            assertThat(after)
                    .as("seed %d: %s after %d and one more", seed, backoff, attempts)
                    .isGreaterThanOrEqualTo(before);
        }
    }

    @Test
    void theJitterIsSpreadOverItsWholeWidth() {
        Backoff backoff = new Backoff(Duration.ofSeconds(10), Duration.ofSeconds(10), 50);
        Random random = new Random(1);

        var spread = IntStream.range(0, 10_000)
                .mapToLong(i -> backoff.delay(1, random).toMillis())
                .summaryStatistics();

        assertThat(spread.getMin()).isBetween(5_000L, 5_050L);
        assertThat(spread.getMax()).isBetween(9_950L, 10_000L);
        assertThat(spread.getAverage()).isBetween(7_400.0, 7_600.0);
    }

    @Test
    void refusesWhatIsNoBackoff() {
        Duration second = Duration.ofSeconds(1);
        assertThatThrownBy(() -> new Backoff(second, second.dividedBy(2), 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Backoff(second.negated(), second, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Backoff(second, second, 101)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Backoff(second, second, 0).delay(0, new Random(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static Backoff backoff(Random random) {
        long max = random.nextLong(0, Duration.ofDays(365).toNanos());
        long base = random.nextBoolean() ? random.nextLong(0, max + 1) : Math.min(max, random.nextLong(0, 1_000_000));
        return new Backoff(Duration.ofNanos(base), Duration.ofNanos(max), random.nextInt(0, 101));
    }

    private static int attempts(Random random) {
        return random.nextBoolean() ? random.nextInt(1, 40) : random.nextInt(1, Integer.MAX_VALUE);
    }
}

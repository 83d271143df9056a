package dev.relaybench.relay.wake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.settings.WakeSettings;
import dev.relaybench.relay.settings.WakeSettings.Transport;
import dev.relaybench.relay.testbed.TestRedis;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A Redis that goes and comes.
class RedisWakesIT {
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private final RelayCounters counters = new RelayCounters();
    private final AtomicInteger woken = new AtomicInteger();
    private final TestRedis redis = TestRedis.absent();
    private final Wakes wakes = open(redis.url());

    RedisWakesIT() throws IOException {}

    @AfterEach
    void close() throws IOException {
        wakes.close();
        redis.close();
    }

    @Test
    void wakesOnceWhenItBeginsToListen() throws IOException {
        redis.startAgain();
        wakes.listen(woken::incrementAndGet);

        await().atMost(DEADLINE).until(() -> woken.get() == 1);
        await().during(Duration.ofMillis(300)).until(() -> woken.get() == 1);
    }

    @Test
    void aRedisThatComesLaterIsFound() throws IOException {
        wakes.listen(woken::incrementAndGet);
        wakes.send();
        await().atMost(DEADLINE).until(() -> counters.get(Counter.WAKES_FAILED) >= 1);

        redis.startAgain();

        // Once for what was missed, nobody sends.
        await().atMost(DEADLINE).until(() -> woken.get() >= 1);
        assertThatWakesArrive();
    }

    @Test
    void afterEachReturnOfRedisItWakesOnceAndWakesArriveAgain() throws IOException {
        redis.startAgain();
        wakes.listen(woken::incrementAndGet);
        await().atMost(DEADLINE).until(() -> woken.get() >= 1);
        assertThatWakesArrive();

        for (int restart = 1; restart <= 3; restart++) {
            redis.stop();
            long failed = counters.get(Counter.WAKES_FAILED);
            wakes.send();
            await().atMost(DEADLINE).until(() -> counters.get(Counter.WAKES_FAILED) > failed);
            int before = woken.get();

            redis.startAgain();

            await().atMost(DEADLINE).until(() -> woken.get() > before);
            assertThatWakesArrive();
        }
    }

    @Test
    void oneThatOnlySendsWaitsForTheFirstConnectionOnItsOwnThread() throws IOException {
        redis.startAgain();

        assertThatSendReturnsAtOnce();

        await().atMost(DEADLINE)
                .until(() -> counters.get(Counter.WAKES_SENT) + counters.get(Counter.WAKES_FAILED) == 1);
    }

    @Test
    void nobodyWaitsForARedisThatIsAway() {
        wakes.listen(woken::incrementAndGet);

        for (int commit = 0; commit < 100; commit++) {
            assertThatSendReturnsAtOnce();
        }

        await().atMost(DEADLINE).until(() -> counters.get(Counter.WAKES_FAILED) >= 1);
    }

    @Test
    void onlyAnAddressThatIsNoneIsAMistake() {
        assertThatThrownBy(() -> open("redis://u:s3cret@"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("s3cret");
    }

    /// Once: Redisson may not have both its connections back at the same time.
    private void assertThatWakesArrive() {
        int before = woken.get();
        await().atMost(DEADLINE).pollInterval(Duration.ofMillis(200)).until(() -> {
            wakes.send();
            return woken.get() > before;
        });
    }

    private void assertThatSendReturnsAtOnce() {
        long startNanos = System.nanoTime();
        wakes.send();
        assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(RedisClient.ANSWER_MAX);
    }

    private Wakes open(String url) {
        WakeSettings settings = new WakeSettings(
                Transport.REDIS, "wake_test", Duration.ofSeconds(1), Duration.ofMillis(500), Optional.of(url));
        return new RedisWakes(settings, counters);
    }
}

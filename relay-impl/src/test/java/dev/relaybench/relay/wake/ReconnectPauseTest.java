package dev.relaybench.relay.wake;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReconnectPauseTest {
    @Test
    void doublesUpToItsLimit() {
        ReconnectPause pause = new ReconnectPause(Duration.ofMillis(500));

        assertThat(Stream.generate(pause::next).limit(5)).containsExactly(millis(100, 200, 400, 500, 500));
    }

    @Test
    void beginsAnewOnceItWorksAgain() {
        ReconnectPause pause = new ReconnectPause(Duration.ofSeconds(5));
        pause.next();
        pause.next();

        pause.reset();

        assertThat(pause.next()).isEqualTo(Duration.ofMillis(100));
    }

    @Test
    void isNeverLongerThanItsLimit() {
        ReconnectPause pause = new ReconnectPause(Duration.ofMillis(30));

        assertThat(Stream.generate(pause::next).limit(2)).containsExactly(millis(30, 30));
    }

    private static Duration[] millis(long... millis) {
        return LongStream.of(millis).mapToObj(Duration::ofMillis).toArray(Duration[]::new);
    }
}

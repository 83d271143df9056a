package dev.relaybench.harness.toxiproxy.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Cases on a host whose stalls the test sets. No server is needed to judge one.
class JuryTest {
    private static final ServerApi NO_SERVER = new ServerApi(URI.create("http://127.0.0.1:1"));

    private int attempts;

    private record Stall(Duration worst) implements StallMeter {
        @Override
        public void close() {
            // Nothing to end.
        }
    }

    private Outcome judge(boolean timed, ConformanceCase.Body body, Integer... stallsMillis) {
        Deque<Integer> stalls = new ArrayDeque<>(List.of(stallsMillis));
        Jury jury = new Jury(NO_SERVER, Duration.ofMillis(300), () -> new Stall(Duration.ofMillis(stalls.remove())));
        return jury.judge(new ConformanceCase("does something", timed, scene -> {
            attempts++;
            body.run(scene);
        }));
    }

    private static ConformanceCase.Body passing() {
        return scene -> {};
    }

    private static ConformanceCase.Body failing() {
        return scene -> Check.took("a round trip", 200, 0);
    }

    @Test
    void passesWhatPassesOnACalmHost() {
        assertThat(judge(true, passing(), 1)).isEqualTo(new Outcome.Passed());
    }

    @Test
    void failsWhatFailsOnACalmHostAtOnce() {
        assertThat(judge(true, failing(), 1))
                .isEqualTo(new Outcome.Failed("a round trip took 200 ms, not 0 ms (give or take 80)"));
        assertThat(attempts).isEqualTo(1);
    }

    @Test
    void triesAgainWhatAStallHasDisturbed() {
        assertThat(judge(true, failing(), 50, 30, 1)).isInstanceOf(Outcome.Failed.class);
        assertThat(attempts).isEqualTo(3);
    }

    @Test
    void neverPassesWhatAStallHasDisturbed() {
        assertThat(judge(true, passing(), 50, 30, 70, 25, 70))
                .asInstanceOf(type(Outcome.Skipped.class))
                .extracting(Outcome.Skipped::reason)
                .asString()
                .contains("the host stalled during each of 5 attempts, for 70 ms the last time");
    }

    @Test
    void saysWhatItSawWhenAStallLetsItJudgeNothing() {
        assertThat(judge(true, failing(), 50, 50, 50, 50, 50))
                .asInstanceOf(type(Outcome.Skipped.class))
                .extracting(Outcome.Skipped::reason)
                .asString()
                .contains("a round trip took 200 ms, not 0 ms");
    }

    @Test
    void takesNoNoticeOfStallsWhereNoTimeIsJudged() {
        assertThat(judge(false, passing(), 500)).isEqualTo(new Outcome.Passed());
    }

    @Test
    void endsACaseWhoseTimeIsUp() {
        Outcome outcome = judge(true, scene -> Pass.millis(60_000), 1);

        assertThat(outcome).isEqualTo(new Outcome.Failed("it did not end within 300 ms"));
    }

    @Test
    void failsACaseThatBreaks() {
        Outcome outcome = judge(
                true,
                scene -> {
                    throw new java.io.IOException("[500] no");
                },
                1);

        assertThat(outcome).isEqualTo(new Outcome.Failed("IOException: [500] no"));
    }
}

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

    private ConformanceCase.Body failingAt(Integer... numbers) {
        return scene -> Check.that(!List.of(numbers).contains(attempts), "on purpose");
    }

    @Test
    void passesWhatPassesOnACalmHost() {
        assertThat(judge(true, passing(), 1)).isEqualTo(new Outcome.Passed());
    }

    @Test
    void failsWhatFailsThreeTimesOnACalmHost() {
        assertThat(judge(true, failing(), 1, 1, 1))
                .isEqualTo(new Outcome.Failed("a round trip took 200 ms, not 0 ms (give or take 80)"));
        assertThat(attempts).isEqualTo(3);
    }

    @Test
    void countsNoFailureThatAStallHasDisturbed() {
        assertThat(judge(true, failing(), 1, 50, 1, 12, 1)).isInstanceOf(Outcome.Failed.class);
        assertThat(attempts).isEqualTo(5);
    }

    @Test
    void countsNoPassThatAStallHasDisturbed() {
        assertThat(judge(true, passing(), 50, 12)).isEqualTo(new Outcome.Passed());
        assertThat(attempts).isEqualTo(2);
    }

    @Test
    void acquitsWhatPassesTwiceAfterAFailure() {
        assertThat(judge(true, failingAt(1), 1, 1, 1)).isEqualTo(new Outcome.Passed());
        assertThat(attempts).isEqualTo(3);
    }

    @Test
    void convictsWhatFailsMoreOftenThanNot() {
        assertThat(judge(true, failingAt(1, 3, 4), 1, 1, 1, 1)).isInstanceOf(Outcome.Failed.class);
    }

    @Test
    void neverPassesWhatStallsHaveDisturbed() {
        assertThat(judge(true, passing(), 50, 30, 70, 25, 20, 20, 70))
                .isEqualTo(new Outcome.Skipped("the host stalled again and again during 7 attempts, for 70 ms in the"
                        + " last: try again on a quieter machine"));
    }

    @Test
    void saysWhatItSawWhenStallsLetItJudgeNothing() {
        assertThat(judge(true, failing(), 50, 50, 50, 50, 50, 50, 50))
                .asInstanceOf(type(Outcome.Skipped.class))
                .extracting(Outcome.Skipped::reason)
                .asString()
                .contains("(seen then: a round trip took 200 ms, not 0 ms (give or take 80))");
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
                false,
                scene -> {
                    throw new java.io.IOException("[500] no");
                },
                1);

        assertThat(outcome).isEqualTo(new Outcome.Failed("IOException: [500] no"));
    }
}

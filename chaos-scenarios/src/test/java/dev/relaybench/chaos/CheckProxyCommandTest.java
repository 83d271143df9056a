package dev.relaybench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.harness.toxiproxy.conformance.CaseResult;
import dev.relaybench.harness.toxiproxy.conformance.ConformanceReport;
import dev.relaybench.harness.toxiproxy.conformance.Outcome;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A case that was not judged is no pass, and a failure outweighs everything.
class CheckProxyCommandTest {
    private static final Outcome PASSED = new Outcome.Passed();
    private static final Outcome FAILED = new Outcome.Failed("on purpose");
    private static final Outcome SKIPPED = new Outcome.Skipped("the host stalled");

    private static int exitCode(Outcome... outcomes) {
        List<CaseResult> results = Stream.of(outcomes)
                .map(outcome -> new CaseResult("latency", "delays", outcome))
                .toList();
        return CheckProxyCommand.exitCode(
                new ConformanceReport(URI.create("http://127.0.0.1:8474"), "2.12.0", results, List.of()));
    }

    @Test
    void endsWithZeroWhenEveryCasePassed() {
        assertThat(exitCode(PASSED, PASSED)).isEqualTo(ExitCode.HELD);
    }

    @Test
    void endsWithOneWhenACaseFailed() {
        assertThat(exitCode(PASSED, SKIPPED, FAILED)).isEqualTo(ExitCode.BROKEN);
    }

    @Test
    void endsWithTwoWhenACaseWasNotJudged() {
        assertThat(exitCode(PASSED, SKIPPED)).isEqualTo(ExitCode.INCONCLUSIVE);
    }

    @Test
    void endsWithTwoWhenNothingWasJudged() {
        assertThat(exitCode()).isEqualTo(ExitCode.INCONCLUSIVE);
        assertThat(exitCode(SKIPPED)).isEqualTo(ExitCode.INCONCLUSIVE);
    }
}

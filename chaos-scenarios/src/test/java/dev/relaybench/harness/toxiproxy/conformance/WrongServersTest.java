package dev.relaybench.harness.toxiproxy.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The suite can fail: each server that is wrong in one thing is found out by the cases that are about that thing, and
/// by no other of their group.
@Execution(ExecutionMode.CONCURRENT)
class WrongServersTest {
    /// What a wrong server never sends is waited for that long.
    private static final Duration CASE_LIMIT = Duration.ofSeconds(4);

    private static final StallMeter CALM_HOST = new StallMeter() {
        @Override
        public Duration worst() {
            return Duration.ZERO;
        }

        @Override
        public void close() {
            // Nothing to end.
        }
    };

    @ParameterizedTest
    @EnumSource
    void isFoundOut(Fault fault) {
        List<String> flagged = new ArrayList<>();
        try (WrongServer server = new WrongServer(fault)) {
            for (ConformanceCase one : casesOf(fault)) {
                ServerApi api = new ServerApi(server.url());
                // A fault shows at once, whether the host stalls or not; what is none may have to be tried again.
                Outcome outcome = fault.flaggedBy().contains(one.sentence())
                        ? Attempt.at(one, new Scene(api, Deadline.in(CASE_LIMIT)), CALM_HOST)
                                .outcome()
                        : new Jury(api, CASE_LIMIT, HostStalls::watch).judge(one);
                if (outcome instanceof Outcome.Failed) {
                    flagged.add(one.sentence());
                }
            }
        }
        assertThat(flagged).containsExactlyInAnyOrderElementsOf(fault.flaggedBy());
    }

    private static List<ConformanceCase> casesOf(Fault fault) {
        return CaseGroup.installed().stream()
                .filter(group -> group.name().equals(fault.group()))
                .flatMap(group -> group.cases().stream())
                // The wrong server's front is the JDK's, which answers 404 to some paths by itself.
                .filter(one -> !one.sentence().endsWith(" of routes"))
                .toList();
    }
}

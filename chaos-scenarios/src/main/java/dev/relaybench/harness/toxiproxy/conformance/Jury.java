package dev.relaybench.harness.toxiproxy.conformance;

import java.time.Duration;
import java.util.function.Supplier;

/// Judges cases one after another, on hosts that are not always in time.
///
/// What a stall of the host has disturbed counts neither as a pass nor as a failure. And as not every stall is seen,
/// least of all one inside the server's process, one failure convicts nobody: a server that is wrong is wrong again.
final class Jury {
    private static final int ATTEMPTS = 7;
    private static final int FAILURES_TO_CONVICT = 3;
    /// After a failure; where there was none one pass is enough.
    private static final int PASSES_TO_ACQUIT = 2;
    /// Four threads wake one after another for a byte to cross: sender, reader, writer, receiver. Four such stalls use
    /// up the tolerance of 80 ms, by which a server that is too early could seem to be in time.
    private static final Duration MAKES_A_PASS_DOUBTFUL = Duration.ofMillis(20);
    /// What is seen of stalls at all makes it likely that there were longer ones.
    private static final Duration MAKES_A_FAILURE_DOUBTFUL = Duration.ofMillis(10);

    private final ServerApi api;
    private final Duration caseLimit;
    private final Supplier<StallMeter> meters;

    Jury(ServerApi api, Duration caseLimit, Supplier<StallMeter> meters) {
        this.api = api;
        this.caseLimit = caseLimit;
        this.meters = meters;
    }

    Outcome judge(ConformanceCase conformanceCase) {
        int passes = 0;
        int failures = 0;
        for (int number = 1; ; number++) {
            Attempt attempt = attempt(conformanceCase);
            if (isFinal(conformanceCase, attempt)) {
                return attempt.outcome();
            }
            if (attempt.worstStall().compareTo(doubtful(attempt)) < 0) {
                passes += attempt.passed() ? 1 : 0;
                failures += attempt.passed() ? 0 : 1;
            }
            if (failures == FAILURES_TO_CONVICT || passes == (failures == 0 ? 1 : PASSES_TO_ACQUIT)) {
                return attempt.outcome();
            }
            if (number == ATTEMPTS) {
                return stalled(attempt);
            }
        }
    }

    /// Whether no stall can have had to do with the outcome.
    private static boolean isFinal(ConformanceCase conformanceCase, Attempt attempt) {
        return !conformanceCase.timed() || attempt.outcome() instanceof Outcome.Skipped || attempt.timeWasUp();
    }

    private static Duration doubtful(Attempt attempt) {
        return attempt.passed() ? MAKES_A_PASS_DOUBTFUL : MAKES_A_FAILURE_DOUBTFUL;
    }

    private static Outcome stalled(Attempt last) {
        String seen = last.outcome() instanceof Outcome.Failed failed ? " (seen then: " + failed.reason() + ")" : "";
        return new Outcome.Skipped("the host stalled again and again during " + ATTEMPTS + " attempts, for "
                + last.worstStall().toMillis() + " ms in the last" + seen + ": try again on a quieter machine");
    }

    private Attempt attempt(ConformanceCase conformanceCase) {
        try (StallMeter stalls = meters.get()) {
            return Attempt.at(conformanceCase, new Scene(api, Deadline.in(caseLimit)), stalls);
        }
    }
}

package dev.relaybench.harness.toxiproxy.conformance;

import java.time.Duration;
import java.util.function.Supplier;

/// Judges cases one after another. What a stalling host has disturbed does not count, neither as a failure nor as a
/// pass: the case is tried again, and skipped when the host does not calm down.
final class Jury {
    private static final int ATTEMPTS = 5;
    /// Four threads wake one after another for a byte to cross: sender, reader, writer, receiver. Four such stalls use
    /// up the tolerance of 80 ms.
    private static final Duration HARMFUL_STALL = Duration.ofMillis(20);

    private final ServerApi api;
    private final Duration caseLimit;
    private final Supplier<StallMeter> meters;

    Jury(ServerApi api, Duration caseLimit, Supplier<StallMeter> meters) {
        this.api = api;
        this.caseLimit = caseLimit;
        this.meters = meters;
    }

    Outcome judge(ConformanceCase conformanceCase) {
        for (int number = 1; ; number++) {
            Attempt attempt = attempt(conformanceCase);
            boolean disturbed = conformanceCase.timed() && attempt.worstStall().compareTo(HARMFUL_STALL) >= 0;
            if (!disturbed || attempt.outcome() instanceof Outcome.Skipped) {
                return attempt.outcome();
            }
            if (number == ATTEMPTS) {
                return new Outcome.Skipped("the host stalled during each of " + ATTEMPTS + " attempts, for "
                        + attempt.worstStall().toMillis() + " ms the last time: try again on a quieter machine"
                        + seen(attempt.outcome()));
            }
        }
    }

    private static String seen(Outcome outcome) {
        return outcome instanceof Outcome.Failed failed ? " (seen the last time: " + failed.reason() + ")" : "";
    }

    private Attempt attempt(ConformanceCase conformanceCase) {
        try (StallMeter stalls = meters.get()) {
            return Attempt.at(conformanceCase, new Scene(api, Deadline.in(caseLimit)), stalls);
        }
    }
}

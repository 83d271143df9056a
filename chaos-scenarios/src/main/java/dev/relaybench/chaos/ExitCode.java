package dev.relaybench.chaos;

import dev.relaybench.report.run.Judgement;
import dev.relaybench.report.run.StoredRun;
import java.util.List;

/// Exit codes, for CI.
final class ExitCode {
    static final int HELD = 0;
    static final int BROKEN = 1;
    static final int INCONCLUSIVE = 2;
    /// A mistake on the command line or in what it names.
    static final int USAGE = 64;
    /// The harness or the testbed failed, so nothing was learnt about the relay.
    static final int HARNESS_FAILURE = 70;
    /// Stopped by Ctrl-C.
    static final int INTERRUPTED = 130;

    private ExitCode() {}

    /// The worst of these runs; no run at all proves nothing.
    static int of(List<StoredRun> runs) {
        if (runs.isEmpty()) {
            return INCONCLUSIVE;
        }
        Judgement worst = runs.stream()
                .map(run -> run.judgement().orElse(Judgement.INCONCLUSIVE))
                .reduce(Judgement.HELD, Judgement::and);
        return switch (worst) {
            case HELD -> HELD;
            case INCONCLUSIVE -> INCONCLUSIVE;
            case BROKEN -> BROKEN;
        };
    }
}

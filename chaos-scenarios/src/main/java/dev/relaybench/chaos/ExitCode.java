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

    /// The worst of the runs that could be run here; if there was none, nothing is proved.
    static int of(List<StoredRun> runs) {
        Judgement worst = runs.stream()
                .map(run -> run.judgement().orElse(Judgement.INCONCLUSIVE))
                .filter(judgement -> judgement != Judgement.NOT_RUN)
                .reduce(Judgement::and)
                .orElse(Judgement.NOT_RUN);
        return switch (worst) {
            case HELD -> HELD;
            case NOT_RUN, INCONCLUSIVE -> INCONCLUSIVE;
            case BROKEN -> BROKEN;
        };
    }
}

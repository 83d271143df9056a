package dev.relaybench.report.run;

/// The stored form of a verdict, from best to worst.
public enum Judgement {
    /// The bound was met and nothing forbidden was seen.
    HELD,
    /// The environment lacks what the scenario needs, so that it was not run.
    NOT_RUN,
    /// The run proves nothing: the fault did not bite, the steady state was not reached, or the host stalled too long.
    INCONCLUSIVE,
    /// A bound was missed or a forbidden anomaly was seen.
    BROKEN;

    /// The worse of two.
    public Judgement and(Judgement other) {
        return compareTo(other) >= 0 ? this : other;
    }
}

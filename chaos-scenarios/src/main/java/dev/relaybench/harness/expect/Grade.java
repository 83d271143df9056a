package dev.relaybench.harness.expect;

/// How an anomaly counts.
public enum Grade {
    /// Must not be seen; a single one breaks the verdict.
    FORBIDDEN,
    /// May be seen within its budget; highlighted in reports.
    INTERESTING,
    /// May be seen within its budget.
    ACCEPTABLE
}

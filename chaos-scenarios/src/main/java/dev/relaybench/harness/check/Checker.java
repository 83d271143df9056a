package dev.relaybench.harness.check;

import dev.relaybench.harness.expect.Anomaly;
import dev.relaybench.harness.history.History;

/// Looks for one anomaly in a history.
///
/// A pure function: the same history gives the same findings, today and from a stored run. Loss is found by the
/// identity of rows, never by subtracting counters. Found by service loading: one more checker is one more file.
public interface Checker {
    /// What it looks for.
    Anomaly anomaly();

    /// Every occurrence in a complete history, which is one whose ledger, topics and pending rows have been read.
    Findings check(History history);
}

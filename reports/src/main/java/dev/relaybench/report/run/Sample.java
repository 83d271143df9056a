package dev.relaybench.report.run;

/// One value of one metric at one time: a line of `samples.csv`.
///
/// @param atMillis milliseconds since the run's start
/// @param subject what was measured: `outbox`, `topic`, `workload`, `relay` or `host`
/// @param metric `backlog` (rows), `lag` (ms), `published` (rows/s), `committed` (rows/s), `refused` (requests/s) or
/// `stall` (ms)
/// @param value the value
public record Sample(double atMillis, String subject, String metric, double value) {}

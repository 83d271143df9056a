/// Benchmarks: how they are started, and how their figures become records of the report.
///
/// `micro` is for JMH, `load` for runs through the harness without faults. Nothing here may know a scenario.
@NullMarked
package dev.relaybench.bench;

import org.jspecify.annotations.NullMarked;

/// The words of a claim: anomalies, grades, expectations, bounds and the timings that bounds are made of.
///
/// Values only. Nothing here may measure, wait or touch a system.
@NullMarked
package dev.relaybench.harness.expect;

import org.jspecify.annotations.NullMarked;

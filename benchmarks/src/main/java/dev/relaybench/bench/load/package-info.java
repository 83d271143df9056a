/// Load benchmarks: runs through the harness, without faults, at an open-loop rate.
///
/// A run that lost, duplicated or invented a row prints no number.
@NullMarked
package dev.relaybench.bench.load;

import org.jspecify.annotations.NullMarked;

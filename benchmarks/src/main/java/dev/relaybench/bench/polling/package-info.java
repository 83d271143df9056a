/// Benchmarks of the polling outbox: what order costs, and what a long history costs.
///
/// Both compare two ways of doing the same work in one process, taking turns, so that a noisy machine is noisy for
/// both. A drain that left, lost or doubled a row has no figure.
@NullMarked
package dev.relaybench.bench.polling;

import org.jspecify.annotations.NullMarked;

/// One file a scenario, each a row of the fallback table.
///
/// A scenario says what is offered, broken, expected and promised. It may not start, wait, measure or judge: that is
/// the harness.
@NullMarked
package dev.relaybench.chaos.scenario;

import org.jspecify.annotations.NullMarked;

/// The wake of S2: a hint, sent after a commit, that a row waits. It is an optimisation and not a second queue:
/// whatever becomes of a wake, the safety poll finds the row.
///
/// Transports and nothing else live here. None of them may delay or fail a request or the relay's start, and none
/// carries a message: what is to be published stands in the table.
@NullMarked
package dev.relaybench.relay.wake;

import org.jspecify.annotations.NullMarked;

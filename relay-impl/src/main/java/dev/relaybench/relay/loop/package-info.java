/// The loop that every worker runs in: fixed delay, survives every throwable, stops when told.
///
/// Knows nothing of tables or brokers.
@NullMarked
package dev.relaybench.relay.loop;

import org.jspecify.annotations.NullMarked;

/// The outbox: table, append, channel, claim, mark, the relay service and its two workers.
///
/// Knows PostgreSQL. Does not know Kafka: the broker is behind {@link Publisher}.
@NullMarked
package dev.relaybench.relay.outbox;

import org.jspecify.annotations.NullMarked;

/// The outbox half of S1 (`pg_outbox`): append, channel, claim, mark, the relay service and its two workers.
///
/// Knows PostgreSQL. Does not know Kafka: the broker is behind the publisher of package `message`.
@NullMarked
package dev.relaybench.relay.outbox;

import org.jspecify.annotations.NullMarked;

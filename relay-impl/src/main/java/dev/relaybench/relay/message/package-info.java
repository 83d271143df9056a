/// What passes through the relay, and the ports that it passes: the message, the publisher and its outcomes, the
/// payload policy.
///
/// Knows neither tables nor Kafka.
@NullMarked
package dev.relaybench.relay.message;

import org.jspecify.annotations.NullMarked;

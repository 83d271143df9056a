/// The publisher to Kafka. The only package that knows the Kafka client.
@NullMarked
package dev.relaybench.relay.kafka;

import org.jspecify.annotations.NullMarked;

/// The publisher to Kafka, the sources of records from it, and what sends records on. The only package that knows the
/// Kafka client.
@NullMarked
package dev.relaybench.relay.kafka;

import org.jspecify.annotations.NullMarked;

/// The publisher to Kafka, and the source of records from it. The only package that knows the Kafka client.
@NullMarked
package dev.relaybench.relay.kafka;

import org.jspecify.annotations.NullMarked;

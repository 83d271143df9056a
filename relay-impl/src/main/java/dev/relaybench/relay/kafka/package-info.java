/// The publisher to Kafka, the source of records from it that can wait, and what sends them on. The only package that
/// knows the Kafka client.
@NullMarked
package dev.relaybench.relay.kafka;

import org.jspecify.annotations.NullMarked;

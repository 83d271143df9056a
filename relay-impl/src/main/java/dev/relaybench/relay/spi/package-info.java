/// The relay contract: what a process must do, and say, to be put under test.
///
/// Only interfaces, records and the names of keys live here. Nothing in it may know PostgreSQL, Kafka or the harness.
@NullMarked
package dev.relaybench.relay.spi;

import org.jspecify.annotations.NullMarked;

/// The payment vendor: the external effect that a relay must not cause twice. The port, and its client over HTTP.
///
/// Knows no tables and no Kafka. Nobody calls it within a transaction.
@NullMarked
package dev.relaybench.relay.vendor;

import org.jspecify.annotations.NullMarked;

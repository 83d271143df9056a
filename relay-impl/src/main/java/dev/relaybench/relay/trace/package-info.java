/// Trace context across threads, rows and records, by OpenTelemetry's API and W3C's `traceparent`.
///
/// Without an SDK in the process nothing is recorded, and the context is still passed on.
@NullMarked
package dev.relaybench.relay.trace;

import org.jspecify.annotations.NullMarked;

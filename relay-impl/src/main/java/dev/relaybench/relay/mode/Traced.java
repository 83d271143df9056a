package dev.relaybench.relay.mode;

import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.trace.TraceScope;
import java.util.Map;
import java.util.TreeMap;

/// Messages with the trace context that is current on this thread. An outbox keeps it in the row; here the record is
/// made while the context still is.
final class Traced {
    private Traced() {}

    /// What the message says itself stands.
    static OutboxMessage now(OutboxMessage message) {
        Map<String, String> headers = new TreeMap<>(TraceScope.currentHeaders());
        headers.putAll(message.headers());
        return message.withHeaders(headers);
    }
}

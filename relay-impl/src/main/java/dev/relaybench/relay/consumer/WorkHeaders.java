package dev.relaybench.relay.consumer;

import dev.relaybench.relay.kafka.SourceRecord;
import dev.relaybench.relay.trace.TraceScope;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/// The headers of a record that was sent on. Its own headers stay beside them.
///
/// | header | value |
/// |---|---|
/// | `relay-attempt` | which attempt it is, counted from 1; for a dead letter how many there were |
/// | `relay-original-topic`, `-partition`, `-offset` | where it came from first |
/// | `relay-last-error` | why it was sent on, without payloads |
/// | `relay-not-before` | about when it is due; what counts is its timestamp and the delay of its topic |
/// | `traceparent` | the attempt that failed |
final class WorkHeaders {
    static final String ATTEMPT = "relay-attempt";
    static final String ORIGINAL_TOPIC = "relay-original-topic";
    static final String ORIGINAL_PARTITION = "relay-original-partition";
    static final String ORIGINAL_OFFSET = "relay-original-offset";
    static final String LAST_ERROR = "relay-last-error";
    static final String NOT_BEFORE = "relay-not-before";
    private static final int ERROR_CHARS_MAX = 500;

    private WorkHeaders() {}

    /// Headers for sending a record on.
    ///
    /// @param attempt the number that the record is to bear
    static Map<String, String> of(SourceRecord record, int attempt, Duration delay, String error) {
        Map<String, String> headers = new HashMap<>(TraceScope.currentHeaders());
        headers.put(ATTEMPT, Integer.toString(attempt));
        headers.put(LAST_ERROR, error.substring(0, Math.min(error.length(), ERROR_CHARS_MAX)));
        headers.put(NOT_BEFORE, Instant.now().plus(delay).toString());
        if (!record.headers().containsKey(ORIGINAL_TOPIC)) {
            headers.put(ORIGINAL_TOPIC, record.topic());
            headers.put(ORIGINAL_PARTITION, Integer.toString(record.partition()));
            headers.put(ORIGINAL_OFFSET, Long.toString(record.offset()));
        }
        return headers;
    }
}

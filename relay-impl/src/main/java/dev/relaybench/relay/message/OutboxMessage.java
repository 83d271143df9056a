package dev.relaybench.relay.message;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.UUID;

/// One event on its way to Kafka.
///
/// @param id the event id, the same each time it is sent: consumers tell duplicates by it
/// @param aggregateType what kind of thing the event is about; empty where nobody asks
/// @param aggregateId what the event is about; the record's key
/// @param eventType what happened to it; empty where nobody asks
/// @param headers record headers beside the event id, the trace context among them
/// @param occurredAt when it was appended, in microseconds as the database keeps it; for people, nothing is decided by
/// it
public record OutboxMessage(
        UUID id,
        String aggregateType,
        String aggregateId,
        String eventType,
        String topic,
        String payload,
        Map<String, String> headers,
        Instant occurredAt) {

    public OutboxMessage {
        headers = Map.copyOf(headers);
        occurredAt = occurredAt.truncatedTo(ChronoUnit.MICROS);
    }

    /// A message without types and headers, of now.
    public OutboxMessage(UUID id, String aggregateId, String topic, String payload) {
        this(id, "", aggregateId, "", topic, payload, Map.of(), Instant.now());
    }

    /// The same message with other headers.
    public OutboxMessage withHeaders(Map<String, String> others) {
        return new OutboxMessage(id, aggregateType, aggregateId, eventType, topic, payload, others, occurredAt);
    }

    /// Never shows the payload.
    @Override
    public String toString() {
        return "OutboxMessage[" + id + " for " + topic + "]";
    }
}

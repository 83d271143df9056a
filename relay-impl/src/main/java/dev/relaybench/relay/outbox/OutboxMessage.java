package dev.relaybench.relay.outbox;

import java.util.UUID;

/// One event on its way to Kafka.
///
/// @param id the event id, the same each time it is sent: consumers tell duplicates by it
/// @param aggregateId what the event is about; the record's key
public record OutboxMessage(UUID id, String aggregateId, String topic, String payload) {

    /// Never shows the payload.
    @Override
    public String toString() {
        return "OutboxMessage[" + id + " for " + topic + "]";
    }
}

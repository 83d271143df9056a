package dev.relaybench.relay.message;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// One record as it came from Kafka.
///
/// @param key null if the record has none
/// @param value null if the record has none
/// @param headers of several headers of one name, the last one
public record InboundRecord(
        String topic,
        int partition,
        long offset,
        @Nullable String key,
        @Nullable String value,
        Map<String, String> headers) {

    public InboundRecord {
        headers = Map.copyOf(headers);
    }

    /// What tells a record that is delivered again from a new one: the named header if it is a UUID, else the record's
    /// place on its topic.
    ///
    /// @param idHeader name of the header that carries the sender's id
    public UUID id(String idHeader) {
        String id = headers.get(idHeader);
        if (id != null) {
            try {
                return UUID.fromString(id);
            } catch (IllegalArgumentException notAnId) {
                // The place is as good for a sender that has its own ideas about this header.
            }
        }
        String place = topic + "/" + partition + "/" + offset;
        return UUID.nameUUIDFromBytes(place.getBytes(StandardCharsets.UTF_8));
    }

    /// Never shows key, value or headers.
    @Override
    public String toString() {
        return "InboundRecord[" + topic + "-" + partition + "@" + offset + "]";
    }
}

package dev.relaybench.relay.kafka;

import dev.relaybench.relay.message.OutboxMessage;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// One JSON object: `id`, `type`, `aggregateType`, `aggregateId`, `occurredAt` (ISO 8601, UTC) and `payload`.
///
/// A payload that is JSON stands there as JSON, letter for letter, so that no number loses a digit; any other one as a
/// string.
final class Envelope implements RecordFormat {
    private static final JsonFactory JSON = new JsonFactory();

    @Override
    public byte[] value(OutboxMessage message) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("id", message.id().toString());
            json.writeStringProperty("type", message.eventType());
            json.writeStringProperty("aggregateType", message.aggregateType());
            json.writeStringProperty("aggregateId", message.aggregateId());
            json.writeStringProperty("occurredAt", message.occurredAt().toString());
            json.writeName("payload");
            if (isJson(message.payload())) {
                json.writeRawValue(message.payload());
            } else {
                json.writeString(message.payload());
            }
            json.writeEndObject();
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /// Whether the text is one JSON value, and nothing behind it.
    private static boolean isJson(String text) {
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), text)) {
            JsonToken token = json.nextToken();
            if (token == null) {
                return false;
            }
            json.skipChildren();
            return json.nextToken() == null;
        } catch (JacksonException malformed) {
            return false;
        }
    }
}

package dev.relaybench.relay.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// One business request of the relay contract.
///
/// Read token by token: binding would load a good part of a JSON library into a process that has to be ready at once.
record BusinessRequest(UUID id, String aggregateId, long sequence, String topic, String payload, boolean rollback) {
    private static final JsonFactory JSON = new JsonFactory();

    /// @throws IllegalArgumentException with a sentence for the caller, if it is not such a request
    static BusinessRequest read(InputStream body) throws IOException {
        byte[] bytes = body.readAllBytes();
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), bytes)) {
            return new Fields().read(parser);
        } catch (JacksonException malformed) {
            throw new IllegalArgumentException("the body is not JSON: " + malformed.getOriginalMessage(), malformed);
        }
    }

    private static final class Fields {
        private @Nullable UUID id;
        private @Nullable String aggregateId;
        private @Nullable Long sequence;
        private @Nullable String topic;
        private @Nullable String payload;
        private boolean rollback;

        BusinessRequest read(JsonParser parser) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("the body is not a JSON object");
            }
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                set(name, parser);
            }
            return new BusinessRequest(
                    present("id", id),
                    present("aggregateId", aggregateId),
                    present("sequence", sequence),
                    present("topic", topic),
                    present("payload", payload),
                    rollback);
        }

        private void set(String name, JsonParser parser) {
            switch (name) {
                case "id" -> id = UUID.fromString(text(name, parser));
                case "aggregateId" -> aggregateId = text(name, parser);
                case "sequence" -> sequence = parser.getLongValue();
                case "topic" -> topic = text(name, parser);
                case "payload" -> payload = text(name, parser);
                case "rollback" -> rollback = parser.getBooleanValue();
                default -> throw new IllegalArgumentException("unknown field '" + name + "'");
            }
        }

        private static String text(String name, JsonParser parser) {
            if (parser.currentToken() != JsonToken.VALUE_STRING) {
                throw new IllegalArgumentException("field '" + name + "' must be a string");
            }
            return parser.getString();
        }

        private static <T> T present(String name, @Nullable T value) {
            if (value == null) {
                throw new IllegalArgumentException("field '" + name + "' is missing");
            }
            return value;
        }
    }
}

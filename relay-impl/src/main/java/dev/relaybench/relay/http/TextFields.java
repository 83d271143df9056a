package dev.relaybench.relay.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// A body that is one JSON object of strings.
final class TextFields {
    private static final JsonFactory JSON = new JsonFactory();

    private TextFields() {}

    /// The fields in their order; none, if the body is empty.
    ///
    /// @throws IllegalArgumentException with a sentence for the caller, if it is anything else
    static Map<String, String> read(InputStream body) throws IOException {
        byte[] bytes = body.readAllBytes();
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), bytes)) {
            return bytes.length == 0 ? Map.of() : read(parser);
        } catch (JacksonException malformed) {
            throw new IllegalArgumentException("the body is not JSON: " + malformed.getOriginalMessage(), malformed);
        }
    }

    private static Map<String, String> read(JsonParser parser) {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw new IllegalArgumentException("the body is not a JSON object");
        }
        Map<String, String> fields = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            if (parser.nextToken() != JsonToken.VALUE_STRING) {
                throw new IllegalArgumentException("field '" + name + "' must be a string");
            }
            if (fields.put(name, parser.getString()) != null) {
                throw new IllegalArgumentException("field '" + name + "' comes twice");
            }
        }
        return fields;
    }
}

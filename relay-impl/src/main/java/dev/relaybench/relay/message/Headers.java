package dev.relaybench.relay.message;

import java.io.StringWriter;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// Record headers as they are kept in a row: one flat JSON object of strings.
public final class Headers {
    /// No headers.
    public static final String NONE = "{}";

    private static final JsonFactory JSON = new JsonFactory();

    private Headers() {}

    /// The JSON text, with the names in order.
    public static String toJson(Map<String, String> headers) {
        if (headers.isEmpty()) {
            return NONE;
        }
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            new TreeMap<>(headers).forEach((name, value) -> json.writeStringProperty(name, value));
            json.writeEndObject();
        }
        return text.toString();
    }

    /// The headers of a JSON text.
    ///
    /// @throws IllegalArgumentException if it is no flat object of strings
    public static Map<String, String> fromJson(String text) {
        if (text.equals(NONE)) {
            return Map.of();
        }
        Map<String, String> headers = new TreeMap<>();
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), text)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("headers are not a JSON object");
            }
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = json.currentName();
                if (json.nextToken() != JsonToken.VALUE_STRING) {
                    throw new IllegalArgumentException("header '" + name + "' is not a string");
                }
                headers.put(name, json.getString());
            }
        } catch (JacksonException malformed) {
            throw new IllegalArgumentException("headers are not JSON: " + malformed.getOriginalMessage(), malformed);
        }
        return headers;
    }
}

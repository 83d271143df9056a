package dev.relaybench.harness.toxiproxy;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A JSON object in a request. A key with the value null counts as absent, keys that are not asked for are ignored.
final class RequestBody {
    private static final JsonMapper MAPPER = new JsonMapper();

    private final JsonNode node;

    private RequestBody(JsonNode node) throws Refusal {
        if (!node.isObject() && !node.isNull()) {
            throw Refusal.badBody("expected an object, found " + describe(node));
        }
        this.node = node;
    }

    static RequestBody parse(String json) throws Refusal {
        return new RequestBody(tree(json));
    }

    static List<RequestBody> parseList(String json) throws Refusal {
        JsonNode node = tree(json);
        if (!node.isArray() && !node.isNull()) {
            throw Refusal.badBody("expected an array, found " + describe(node));
        }
        RequestBody[] bodies = new RequestBody[node.size()];
        for (int i = 0; i < bodies.length; i++) {
            bodies[i] = new RequestBody(node.get(i));
        }
        return List.of(bodies);
    }

    private static JsonNode tree(String json) throws Refusal {
        try {
            JsonNode node = MAPPER.readTree(json);
            if (node.isMissingNode()) {
                throw Refusal.badBody("it is empty; send a JSON value");
            }
            return node;
        } catch (JacksonException e) {
            throw Refusal.badBody(e.getOriginalMessage());
        }
    }

    @Nullable
    String text(String key) throws Refusal {
        JsonNode value = value(key);
        if (value == null) {
            return null;
        }
        if (!value.isString()) {
            throw wrong(key, "a string", value);
        }
        return value.stringValue();
    }

    @Nullable
    Boolean flag(String key) throws Refusal {
        JsonNode value = value(key);
        if (value == null) {
            return null;
        }
        if (!value.isBoolean()) {
            throw wrong(key, "true or false", value);
        }
        return value.booleanValue();
    }

    @Nullable
    Float number(String key) throws Refusal {
        JsonNode value = value(key);
        if (value == null) {
            return null;
        }
        if (!value.isNumber() || Float.isInfinite(value.decimalValue().floatValue())) {
            throw wrong(key, "a single-precision number", value);
        }
        return value.decimalValue().floatValue();
    }

    @Nullable
    Long integer(String key) throws Refusal {
        JsonNode value = value(key);
        if (value == null) {
            return null;
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw wrong(key, "a 64-bit integer", value);
        }
        return value.longValue();
    }

    @Nullable
    RequestBody object(String key) throws Refusal {
        JsonNode value = value(key);
        if (value != null && !value.isObject()) {
            throw wrong(key, "an object", value);
        }
        return value == null ? null : new RequestBody(value);
    }

    private @Nullable JsonNode value(String key) {
        JsonNode value = node.get(key);
        return value == null || value.isNull() ? null : value;
    }

    private static Refusal wrong(String key, String wanted, JsonNode value) {
        return Refusal.badBody("the value of " + key + " must be " + wanted + ", found " + describe(value));
    }

    private static String describe(JsonNode node) {
        return node.isNumber() ? "the number " + node.asString() : "a value of type " + node.getNodeType();
    }
}

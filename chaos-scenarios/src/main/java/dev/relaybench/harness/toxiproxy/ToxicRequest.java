package dev.relaybench.harness.toxiproxy;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A toxic as a request describes it; null is what the request leaves out.
record ToxicRequest(
        @Nullable String name,
        @Nullable String type,
        @Nullable String stream,
        @Nullable Float toxicity,
        @Nullable RequestBody attributes) {
    static ToxicRequest from(RequestBody body) throws Refusal {
        return new ToxicRequest(
                body.text("name"),
                body.text("type"),
                body.text("stream"),
                body.number("toxicity"),
                body.object("attributes"));
    }

    /// Only what an update may change.
    static ToxicRequest changeFrom(RequestBody body) throws Refusal {
        return new ToxicRequest(null, null, null, body.number("toxicity"), body.object("attributes"));
    }

    ToxicSpec newToxicFor(Proxy proxy) throws Refusal {
        String checkedStream = Objects.requireNonNullElse(stream, ToxicSpec.DOWNSTREAM);
        if (!ToxicSpec.isStream(checkedStream)) {
            throw Refusal.badRequest("stream was invalid, can be either upstream or downstream");
        }
        ToxicType checkedType = type == null ? null : ToxicTypes.named(type);
        if (checkedType == null) {
            throw Refusal.badRequest("invalid toxic type");
        }
        String given = Objects.requireNonNullElse(name, "");
        String checkedName = given.isEmpty() ? checkedType.name() + "_" + checkedStream : given;
        if (proxy.toxic(checkedName) != null) {
            throw Refusal.conflict("toxic already exists");
        }
        Map<String, Long> values = new HashMap<>();
        checkedType.attributes().forEach(attribute -> values.put(attribute, 0L));
        return new ToxicSpec(
                checkedName, checkedType, checkedStream, Objects.requireNonNullElse(toxicity, 1f), withGiven(values));
    }

    ToxicSpec changed(ToxicSpec toxic) throws Refusal {
        return new ToxicSpec(
                toxic.name(),
                toxic.type(),
                toxic.stream(),
                Objects.requireNonNullElse(toxicity, toxic.toxicity()),
                withGiven(toxic.attributes()));
    }

    private Map<String, Long> withGiven(Map<String, Long> values) throws Refusal {
        Map<String, Long> result = new HashMap<>(values);
        if (attributes != null) {
            for (String attribute : values.keySet()) {
                Long value = attributes.integer(attribute);
                if (value != null) {
                    result.put(attribute, value);
                }
            }
        }
        return result;
    }
}

package dev.relaybench.harness.toxiproxy;

import java.util.Collection;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The JSON of answers.
final class Json {
    private static final JsonMapper MAPPER = new JsonMapper();

    private Json() {}

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    static ObjectNode of(Proxy proxy) {
        ObjectNode node = object().put("name", proxy.name())
                .put("listen", proxy.listen())
                .put("upstream", proxy.upstream())
                .put("enabled", proxy.isEnabled());
        node.set("toxics", toxics(proxy));
        return node;
    }

    static ArrayNode toxics(Proxy proxy) {
        ArrayNode array = MAPPER.createArrayNode();
        proxy.toxics().forEach(toxic -> array.add(of(toxic)));
        return array;
    }

    static ObjectNode of(ToxicSpec toxic) {
        ObjectNode node = object();
        ObjectNode attributes = node.putObject("attributes");
        toxic.type()
                .attributes()
                .forEach(name -> attributes.put(name, toxic.attributes().get(name)));
        node.put("name", toxic.name()).put("type", toxic.type().name()).put("stream", toxic.stream());
        float toxicity = toxic.toxicity();
        if (toxicity == (int) toxicity) {
            node.put("toxicity", (int) toxicity);
        } else {
            node.put("toxicity", toxicity);
        }
        return node;
    }

    static ObjectNode byName(Collection<Proxy> proxies) {
        ObjectNode node = object();
        proxies.forEach(proxy -> node.set(proxy.name(), of(proxy)));
        return node;
    }

    static ObjectNode populated(Collection<Proxy> proxies) {
        ObjectNode node = object();
        if (proxies.isEmpty()) {
            node.putNull("proxies");
        } else {
            ArrayNode array = node.putArray("proxies");
            proxies.forEach(proxy -> array.add(of(proxy)));
        }
        return node;
    }

    static ObjectNode of(Refusal refusal) {
        return object().put("error", refusal.text()).put("status", refusal.status());
    }
}

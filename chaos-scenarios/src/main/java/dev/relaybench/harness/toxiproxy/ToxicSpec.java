package dev.relaybench.harness.toxiproxy;

import java.util.Locale;
import java.util.Map;

/// A toxic as its proxy lists it.
///
/// @param stream as the request gave it, in any letter case
/// @param toxicity the share of connections that it acts on; outside 0 to 1 as good as the nearer end
/// @param attributes a value for every attribute of the type
record ToxicSpec(String name, ToxicType type, String stream, float toxicity, Map<String, Long> attributes) {
    static final String UPSTREAM = "upstream";
    static final String DOWNSTREAM = "downstream";

    ToxicSpec {
        attributes = Map.copyOf(attributes);
    }

    static boolean isStream(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        return lower.equals(UPSTREAM) || lower.equals(DOWNSTREAM);
    }

    boolean isUpstream() {
        return stream.toLowerCase(Locale.ROOT).equals(UPSTREAM);
    }
}

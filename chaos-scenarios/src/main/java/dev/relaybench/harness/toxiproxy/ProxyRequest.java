package dev.relaybench.harness.toxiproxy;

import org.jspecify.annotations.Nullable;

/// A proxy as a request describes it; null is what the request leaves out.
record ProxyRequest(
        @Nullable String name,
        @Nullable String listen,
        @Nullable String upstream,
        @Nullable Boolean enabled) {
    static ProxyRequest from(RequestBody body) throws Refusal {
        return new ProxyRequest(body.text("name"), body.text("listen"), body.text("upstream"), body.flag("enabled"));
    }

    /// @param place goes behind the error text
    String requiredName(String place) throws Refusal {
        return required(name, "name" + place);
    }

    String requiredUpstream(String place) throws Refusal {
        return required(upstream, "upstream" + place);
    }

    private static String required(@Nullable String value, String what) throws Refusal {
        if (value == null || value.isEmpty()) {
            throw Refusal.badRequest("missing required field: " + what);
        }
        return value;
    }
}

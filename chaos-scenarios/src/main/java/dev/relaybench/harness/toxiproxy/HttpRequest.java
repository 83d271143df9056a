package dev.relaybench.harness.toxiproxy;

import java.util.Locale;
import java.util.Map;

/// A request as it came over the wire.
///
/// @param target path and query, still encoded
/// @param headers names in lower case
record HttpRequest(String method, String target, Map<String, String> headers, String body) {
    String header(String lowerCaseName) {
        return headers.getOrDefault(lowerCaseName, "");
    }

    boolean keepsAlive() {
        return !header("connection").toLowerCase(Locale.ROOT).contains("close");
    }
}

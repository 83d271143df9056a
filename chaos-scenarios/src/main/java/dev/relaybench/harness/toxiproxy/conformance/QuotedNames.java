package dev.relaybench.harness.toxiproxy.conformance;

import java.util.List;
import java.util.regex.Pattern;

/// Finds names in bodies that need not be JSON.
final class QuotedNames {
    private static final Pattern NAME = Pattern.compile("\"name\"\\s*:\\s*\"([^\"]*)\"", Pattern.CASE_INSENSITIVE);

    private QuotedNames() {}

    static List<String> in(String body) {
        return NAME.matcher(body).results().map(match -> match.group(1)).toList();
    }
}

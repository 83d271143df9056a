package dev.relaybench.harness.toxiproxy.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// One recorded request to the real server, with its answer and how exactly that has to be met.
///
/// @param node as the recording has it
record RecordedRequest(JsonNode node) {
    private static final String RECORDING = "toxiproxy-http-transcript.json";
    private static final JsonMapper MAPPER = new JsonMapper();

    /// All of them by group, in the recorded order.
    static Map<String, List<RecordedRequest>> groups() {
        try (InputStream in = RecordedRequest.class.getResourceAsStream(RECORDING)) {
            Map<String, List<RecordedRequest>> groups = new LinkedHashMap<>();
            for (JsonNode node : MAPPER.readTree(in).get("cases")) {
                groups.computeIfAbsent(node.get("group").stringValue(), ignored -> new ArrayList<>())
                        .add(new RecordedRequest(node));
            }
            return groups;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String id() {
        return node.get("id").stringValue();
    }

    /// Names of proxies that it, or a server that gets it wrong, may create. Those of toxics may be among them.
    Stream<String> names() {
        String body = body();
        List<String> asked = body == null ? List.of() : QuotedNames.in(body);
        return Stream.concat(asked.stream(), node.path("response").findValuesAsString("name").stream())
                .filter(name -> !name.isEmpty());
    }

    private @Nullable String body() {
        JsonNode body = node.path("request").path("body");
        return body.isString() ? body.stringValue() : null;
    }

    /// Sends it and returns what is wrong with the answer; empty when nothing is.
    List<String> replay(ServerApi api, Placeholders placeholders) throws IOException {
        JsonNode request = node.get("request");
        Map<String, String> headers = new TreeMap<>();
        request.path("headers")
                .properties()
                .forEach(
                        header -> headers.put(header.getKey(), header.getValue().stringValue()));
        String body = body();
        HttpResponse<String> seen = api.send(
                request.get("method").stringValue(),
                request.get("path").stringValue(),
                body == null ? null : placeholders.filled(body),
                headers);
        return new AnswerCheck(node, placeholders).faults(seen);
    }
}

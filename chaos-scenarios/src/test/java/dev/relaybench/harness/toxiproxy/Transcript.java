package dev.relaybench.harness.toxiproxy;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The recorded requests to the real server and its answers, and how an answer is held against them.
final class Transcript {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String ANY_PORT = "${ANY}";
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    private Transcript() {}

    /// @param node the recorded request, answer and match rule
    record Case(JsonNode node) {
        String id() {
            return node.get("id").stringValue();
        }

        private String match() {
            return node.get("match").stringValue();
        }

        private JsonNode answer() {
            return node.get("response");
        }
    }

    /// The cases by group, in the recorded order.
    static Map<String, List<Case>> groups() throws IOException {
        try (InputStream in = Transcript.class.getResourceAsStream("toxiproxy-http-transcript.json")) {
            Map<String, List<Case>> groups = new LinkedHashMap<>();
            for (JsonNode node : MAPPER.readTree(in).get("cases")) {
                groups.computeIfAbsent(node.get("group").stringValue(), ignored -> new ArrayList<>())
                        .add(new Case(node));
            }
            return groups;
        }
    }

    /// Sends the request and returns what is wrong with the answer; empty when nothing is.
    static List<String> replay(Case recorded, int apiPort, Map<String, String> placeholders) throws Exception {
        JsonNode request = recorded.node().get("request");
        String url = "http://127.0.0.1:" + apiPort + request.get("path").stringValue();
        JsonNode body = request.get("body");
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(url))
                .timeout(Duration.ofSeconds(10))
                .method(
                        request.get("method").stringValue(),
                        body == null || body.isNull()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(filled(body.stringValue(), placeholders)));
        if (request.has("headers")) {
            request.get("headers")
                    .properties()
                    .forEach(header ->
                            builder.header(header.getKey(), header.getValue().stringValue()));
        }
        return faults(recorded, HTTP.send(builder.build(), HttpResponse.BodyHandlers.ofString()), placeholders);
    }

    static List<String> faults(Case recorded, HttpResponse<String> seen, Map<String, String> placeholders) {
        List<String> faults = new ArrayList<>();
        if (recorded.match().equals("info")) {
            return faults;
        }
        JsonNode answer = recorded.answer();
        int status = answer.get("status").intValue();
        if (seen.statusCode() != status) {
            faults.add("status " + seen.statusCode() + " instead of " + status + ", body " + seen.body());
        } else if (!recorded.match().equals("status")) {
            compareBody(recorded, seen, placeholders, faults);
        }
        if (answer.has("location")
                && !seen.headers()
                        .firstValue("location")
                        .orElse("")
                        .equals(answer.get("location").stringValue())) {
            faults.add("location " + seen.headers().firstValue("location"));
        }
        return faults;
    }

    private static void compareBody(
            Case recorded, HttpResponse<String> seen, Map<String, String> placeholders, List<String> faults) {
        JsonNode answer = recorded.answer();
        String type = mediaType(seen.headers().firstValue("content-type").orElse(""));
        String wantedType = answer.get("contentType").isNull()
                ? ""
                : mediaType(answer.get("contentType").stringValue());
        if (seen.statusCode() < 400 && !type.equals(wantedType)) {
            faults.add("media type " + type + " instead of " + wantedType);
        }
        String kind = answer.get("bodyKind").stringValue();
        if (kind.equals("json")) {
            JsonNode wanted = MAPPER.readTree(filled(answer.get("body").toString(), placeholders));
            compare("body", wanted, MAPPER.readTree(seen.body()), recorded, faults);
        } else if (!seen.body()
                .strip()
                .equals(kind.equals("empty") ? "" : answer.get("body").stringValue())) {
            faults.add("body " + seen.body());
        }
    }

    private static void compare(String path, JsonNode wanted, JsonNode seen, Case recorded, List<String> faults) {
        if (path.equals("body.error") && recorded.match().startsWith("error-")) {
            String prefix = recorded.node().has("prefix")
                    ? recorded.node().get("prefix").stringValue()
                    : "";
            if (!seen.isString()
                    || seen.stringValue().isEmpty()
                    || !seen.stringValue().startsWith(prefix)) {
                faults.add(path + ": " + seen);
            }
        } else if (wanted.isObject() && seen.isObject()) {
            if (!sortedNames(wanted).equals(sortedNames(seen))) {
                faults.add(path + ": keys " + sortedNames(seen) + " instead of " + sortedNames(wanted));
            } else {
                wanted.properties()
                        .forEach(entry -> compare(
                                path + "." + entry.getKey(),
                                entry.getValue(),
                                seen.get(entry.getKey()),
                                recorded,
                                faults));
            }
        } else if (wanted.isArray() && seen.isArray() && wanted.size() == seen.size()) {
            for (int i = 0; i < wanted.size(); i++) {
                compare(path + "[" + i + "]", wanted.get(i), seen.get(i), recorded, faults);
            }
        } else if (!same(wanted, seen)) {
            faults.add(path + ": " + seen + " instead of " + wanted);
        }
    }

    private static boolean same(JsonNode wanted, JsonNode seen) {
        if (!wanted.isString() || !seen.isString()) {
            // As text: 1 is not 1.0, and a float is as short as the real server's.
            return wanted.toString().equals(seen.toString());
        }
        String text = wanted.stringValue();
        if (text.equals("${VERSION}")) {
            return !seen.stringValue().isEmpty();
        }
        if (text.endsWith(ANY_PORT)) {
            String start = text.substring(0, text.length() - ANY_PORT.length());
            return seen.stringValue().startsWith(start)
                    && isPort(seen.stringValue().substring(start.length()));
        }
        return text.equals(seen.stringValue());
    }

    private static boolean isPort(String text) {
        return text.matches("\\d{1,5}") && Integer.parseInt(text) >= 1 && Integer.parseInt(text) <= 65_535;
    }

    private static List<String> sortedNames(JsonNode node) {
        return node.propertyNames().stream().sorted().toList();
    }

    private static String mediaType(String contentType) {
        return contentType.split(";", 2)[0].strip();
    }

    private static String filled(String text, Map<String, String> placeholders) {
        String result = text;
        for (Map.Entry<String, String> entry : placeholders.entrySet()) {
            result = result.replace("${" + entry.getKey() + "}", entry.getValue());
        }
        return result;
    }
}

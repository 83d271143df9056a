package dev.relaybench.harness.toxiproxy.conformance;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// How an answer is held against a recorded one. The rules are told in the recording itself, under `meta`.
final class AnswerCheck {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String ANY_PORT = "${ANY}";
    private static final String VERSION = "${VERSION}";
    /// The real server adds it to every proxy; it says nothing.
    private static final String LOGGER = "Logger";

    private final JsonNode recorded;
    private final Placeholders placeholders;
    private final List<String> faults = new ArrayList<>();

    AnswerCheck(JsonNode recorded, Placeholders placeholders) {
        this.recorded = recorded;
        this.placeholders = placeholders;
    }

    /// What is wrong with the answer; empty when nothing is.
    List<String> faults(HttpResponse<String> seen) {
        if (match().equals("info")) {
            return faults;
        }
        JsonNode answer = recorded.get("response");
        int status = answer.get("status").intValue();
        if (seen.statusCode() != status) {
            faults.add("status " + seen.statusCode() + " instead of " + status + ", body "
                    + seen.body().strip());
        } else if (!match().equals("status")) {
            compareBody(answer, seen);
        }
        String location = seen.headers().firstValue("location").orElse("");
        if (answer.has("location") && !location.equals(answer.get("location").stringValue())) {
            faults.add("location " + location + " instead of "
                    + answer.get("location").stringValue());
        }
        return faults;
    }

    private String match() {
        return recorded.get("match").stringValue();
    }

    private void compareBody(JsonNode answer, HttpResponse<String> seen) {
        String type = mediaType(seen.headers().firstValue("content-type").orElse(""));
        String wantedType = answer.get("contentType").isNull()
                ? ""
                : mediaType(answer.get("contentType").stringValue());
        if (seen.statusCode() < 400 && !type.equals(wantedType)) {
            faults.add("media type " + type + " instead of " + wantedType);
        }
        String kind = answer.get("bodyKind").stringValue();
        if (kind.equals("json")) {
            JsonNode wanted =
                    MAPPER.readTree(placeholders.filled(answer.get("body").toString()));
            try {
                compare("body", wanted, MAPPER.readTree(seen.body()));
            } catch (JacksonException e) {
                faults.add("body is no JSON: " + seen.body().strip());
            }
        } else if (!seen.body()
                .strip()
                .equals(kind.equals("empty") ? "" : answer.get("body").stringValue())) {
            faults.add("body " + seen.body().strip());
        }
    }

    private void compare(String path, JsonNode wanted, JsonNode seen) {
        if (path.equals("body.error") && match().startsWith("error-")) {
            String prefix = recorded.path("prefix").asString("");
            if (!seen.isString()
                    || seen.stringValue().isEmpty()
                    || !seen.stringValue().startsWith(prefix)) {
                faults.add(path + ": " + seen);
            }
        } else if (wanted.isObject() && seen.isObject()) {
            compareObjects(path, wanted, seen);
        } else if (wanted.isArray() && seen.isArray() && wanted.size() == seen.size()) {
            for (int i = 0; i < wanted.size(); i++) {
                compare(path + "[" + i + "]", wanted.get(i), seen.get(i));
            }
        } else if (!same(wanted, seen)) {
            faults.add(path + ": " + seen + " instead of " + wanted);
        }
    }

    private void compareObjects(String path, JsonNode wanted, JsonNode seen) {
        if (!sortedNames(wanted).equals(sortedNames(seen))) {
            faults.add(path + ": keys " + sortedNames(seen) + " instead of " + sortedNames(wanted));
            return;
        }
        wanted.properties()
                .forEach(entry -> compare(path + "." + entry.getKey(), entry.getValue(), seen.get(entry.getKey())));
    }

    private static boolean same(JsonNode wanted, JsonNode seen) {
        if (!wanted.isString() || !seen.isString()) {
            // As text: 1 is not 1.0, and a float is as short as the real server's.
            return wanted.toString().equals(seen.toString());
        }
        String text = wanted.stringValue();
        if (text.equals(VERSION)) {
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
        return node.propertyNames().stream()
                .filter(name -> !name.equals(LOGGER))
                .sorted()
                .toList();
    }

    private static String mediaType(String contentType) {
        return contentType.split(";", 2)[0].strip();
    }
}

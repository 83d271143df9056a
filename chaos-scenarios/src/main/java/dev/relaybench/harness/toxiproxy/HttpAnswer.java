package dev.relaybench.harness.toxiproxy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// What goes back over the wire.
record HttpAnswer(int status, Map<String, String> headers, String body) {
    private static final String CONTENT_TYPE = "Content-Type";
    private static final String PLAIN = "text/plain; charset=utf-8";

    static HttpAnswer json(int status, JsonNode body) {
        return json(status, "application/json", body);
    }

    static HttpAnswer json(int status, String mediaType, JsonNode body) {
        return new HttpAnswer(status, Map.of(CONTENT_TYPE, mediaType), body.toString());
    }

    /// The real server labels its errors as plain text.
    static HttpAnswer of(Refusal refusal) {
        return json(refusal.status(), PLAIN, Json.of(refusal));
    }

    static HttpAnswer text(int status, String text) {
        return new HttpAnswer(status, Map.of(CONTENT_TYPE, PLAIN), text);
    }

    static HttpAnswer empty(int status) {
        return new HttpAnswer(status, Map.of(), "");
    }

    static HttpAnswer movedTo(String location) {
        return new HttpAnswer(301, Map.of("Location", location), "");
    }

    void writeTo(OutputStream out, boolean keepAlive) throws IOException {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        StringBuilder head =
                new StringBuilder(200).append("HTTP/1.1 ").append(status).append(" \r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        if (status != 204) {
            head.append("Content-Length: ").append(content.length).append("\r\n");
        }
        head.append(keepAlive ? "" : "Connection: close\r\n").append("\r\n");
        // One write, one segment: nothing for Nagle's algorithm to hold back.
        byte[] headBytes = head.toString().getBytes(StandardCharsets.ISO_8859_1);
        byte[] all = new byte[headBytes.length + content.length];
        System.arraycopy(headBytes, 0, all, 0, headBytes.length);
        System.arraycopy(content, 0, all, headBytes.length, content.length);
        out.write(all);
        out.flush();
    }
}

package dev.relaybench.relay.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// One HTTP answer.
record Answer(int status, String contentType, String body) {
    static final String ABORTED = "{\"outcome\":\"aborted\"}";

    /// An answer in JSON.
    Answer(int status, String json) {
        this(status, "application/json", json);
    }

    /// A body `{"error": ...}`. The message must be our own: it is not escaped beyond quotes and control characters.
    static Answer error(int status, String message) {
        String plain = message.replaceAll("[\\p{Cntrl}\\\\]", " ").replace('"', '\'');
        return new Answer(status, "{\"error\":\"" + plain + "\"}");
    }

    void send(HttpExchange exchange) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", contentType);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}

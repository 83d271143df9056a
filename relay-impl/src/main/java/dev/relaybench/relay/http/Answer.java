package dev.relaybench.relay.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// Status and JSON body of one HTTP answer.
record Answer(int status, String json) {
    static final String ABORTED = "{\"outcome\":\"aborted\"}";

    /// A body `{"error": ...}`. The message must be our own: it is not escaped beyond quotes and control characters.
    static Answer error(int status, String message) {
        String plain = message.replaceAll("[\\p{Cntrl}\\\\]", " ").replace('"', '\'');
        return new Answer(status, "{\"error\":\"" + plain + "\"}");
    }

    void send(HttpExchange exchange) throws IOException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }
}

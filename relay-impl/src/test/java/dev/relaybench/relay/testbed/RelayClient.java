package dev.relaybench.relay.testbed;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.UUID;

/// Speaks the relay contract to one relay.
public final class RelayClient {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final int port;

    public RelayClient(int port) {
        this.port = port;
    }

    /// Status and body in one line.
    public String post(UUID id, boolean rollback) throws IOException, InterruptedException {
        return post("""
                {"id": "%s", "aggregateId": "k", "sequence": 1, "topic": "t", "payload": "p", "rollback": %s}
                """.formatted(id, rollback));
    }

    /// Status and body in one line.
    public String post(String body) throws IOException, InterruptedException {
        return post("/requests", body);
    }

    /// Status and body in one line.
    public String post(String path, String body) throws IOException, InterruptedException {
        return send(request(path).POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    /// Status and body in one line.
    public String get(String path) throws IOException, InterruptedException {
        return send(request(path).GET());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(20));
    }

    private static String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response = HTTP.send(request.build(), BodyHandlers.ofString());
        return response.statusCode() + " " + response.body();
    }
}

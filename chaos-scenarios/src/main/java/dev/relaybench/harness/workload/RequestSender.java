package dev.relaybench.harness.workload;

import dev.relaybench.harness.history.HistoryEvent;
import dev.relaybench.harness.history.HistoryEvent.FastPath;
import dev.relaybench.harness.history.HistoryEvent.Outcome;
import dev.relaybench.harness.history.PayloadHash;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Sends business requests to the relay under test and records what was asked and what was answered. Safe for use by
/// many threads; a call blocks until the answer is known.
public final class RequestSender implements AutoCloseable {
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(2);
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(20);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_LIMIT)
            .build();
    private final JsonMapper mapper = JsonMapper.shared();
    private final Supplier<URI> relay;
    private final Consumer<HistoryEvent> history;
    private final LiveRows rows;

    /// @param relay where the relay's HTTP server is now
    public RequestSender(Supplier<URI> relay, Consumer<HistoryEvent> history, LiveRows rows) {
        this.relay = relay;
        this.history = history;
        this.rows = rows;
    }

    /// Sends one request and returns what became of it.
    public HistoryEvent.Answered send(BusinessRequest request, Instant intendedAt) {
        history.accept(new HistoryEvent.Requested(
                Instant.now(),
                intendedAt,
                request.id(),
                request.aggregateId(),
                request.sequence(),
                request.topic(),
                PayloadHash.of(request.payload()),
                request.rollback()));
        var answer = exchange(request);
        if (answer.outcome() == Outcome.COMMITTED) {
            rows.committed(request.id());
        }
        history.accept(answer);
        return answer;
    }

    private HistoryEvent.Answered exchange(BusinessRequest request) {
        try {
            HttpRequest post = HttpRequest.newBuilder(relay.get().resolve("/requests"))
                    .timeout(ANSWER_LIMIT)
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(mapper.writeValueAsString(request)))
                    .build();
            return understand(request, client.send(post, HttpResponse.BodyHandlers.ofString()));
        } catch (ConnectException e) {
            return answer(request, Outcome.ABORTED, FastPath.NONE);
        } catch (IOException e) {
            return answer(request, Outcome.INDETERMINATE, FastPath.NONE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return answer(request, Outcome.INDETERMINATE, FastPath.NONE);
        }
    }

    /// An answer outside the contract says nothing for certain.
    private HistoryEvent.Answered understand(BusinessRequest request, HttpResponse<String> response) {
        try {
            JsonNode body = mapper.readTree(response.body());
            return answer(
                    request,
                    Outcome.valueOf(body.path("outcome").asString().toUpperCase(Locale.ROOT)),
                    FastPath.valueOf(body.path("fastPath").asString("none").toUpperCase(Locale.ROOT)));
        } catch (JacksonException | IllegalArgumentException e) {
            return answer(request, Outcome.INDETERMINATE, FastPath.NONE);
        }
    }

    private static HistoryEvent.Answered answer(BusinessRequest request, Outcome outcome, FastPath fastPath) {
        return new HistoryEvent.Answered(Instant.now(), request.id(), outcome, fastPath);
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}

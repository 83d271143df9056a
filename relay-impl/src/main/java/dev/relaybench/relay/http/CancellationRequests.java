package dev.relaybench.relay.http;

import dev.relaybench.relay.cancellation.Cancellation;
import dev.relaybench.relay.cancellation.CancellationOutcome;
import dev.relaybench.relay.cancellation.CancellationOutcome.AlreadyCompleted;
import dev.relaybench.relay.cancellation.CancellationOutcome.Completed;
import dev.relaybench.relay.cancellation.CancellationOutcome.NotDone;
import dev.relaybench.relay.cancellation.CancellationOutcome.Rejected;
import dev.relaybench.relay.transaction.TransactionalOutbox;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/// Completes cancellations of payments, the business transaction of S2.
///
/// `POST /cancellations` with `{"requestId": "...", "topic": "..."}`: the request is a row of `cancel_request`, the
/// topic
/// is where its event goes.
///
/// | status | meaning |
/// |---|---|
/// | 201 | cancelled, with `eventId` |
/// | 200 | was cancelled by an earlier call with this request |
/// | 409 | cannot be cancelled, with the reason |
/// | 503 | not done as far as is known: ask again |
/// | 400 | not such a body |
public final class CancellationRequests {
    private static final Set<String> FIELDS = Set.of("requestId", "topic");
    private static final String NOT_DONE = "not done, as far as is known: ask again";

    private final TransactionalOutbox outbox;

    public CancellationRequests(TransactionalOutbox outbox) {
        this.outbox = outbox;
    }

    /// Has the server answer them. To be called before it starts.
    public void addTo(RelayHttpServer server) {
        server.route(
                "POST",
                "/cancellations",
                exchange -> server.accepting() ? complete(exchange.getRequestBody()) : Answer.error(503, NOT_DONE));
    }

    private Answer complete(InputStream body) throws IOException {
        UUID requestId;
        String topic;
        try {
            Map<String, String> fields = TextFields.read(body);
            if (!fields.keySet().equals(FIELDS)) {
                throw new IllegalArgumentException("the fields must be requestId and topic");
            }
            requestId = UUID.fromString(fields.getOrDefault("requestId", ""));
            topic = fields.getOrDefault("topic", "");
        } catch (IllegalArgumentException wrong) {
            return Answer.error(400, String.valueOf(wrong.getMessage()));
        }
        return answer(new Cancellation(outbox, topic).complete(requestId));
    }

    private static Answer answer(CancellationOutcome outcome) {
        return switch (outcome) {
            case Completed completed ->
                new Answer(201, "{\"outcome\":\"completed\",\"eventId\":\"" + completed.eventId() + "\"}");
            case AlreadyCompleted ignored -> new Answer(200, "{\"outcome\":\"already-completed\"}");
            case Rejected rejected -> Answer.error(409, rejected.reason());
            case NotDone ignored -> Answer.error(503, NOT_DONE);
        };
    }
}

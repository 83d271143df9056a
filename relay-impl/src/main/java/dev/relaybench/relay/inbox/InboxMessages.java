package dev.relaybench.relay.inbox;

import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.settings.InboxSettings;
import dev.relaybench.relay.trace.TraceScope;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// The messages that leave an inbox. Their ids follow from the row's id: a row that is settled twice, by whatever
/// accident, sends the same message twice, and consumers tell. All carry the trace context that is current.
final class InboxMessages {
    /// Header of an inbound record: which attempt at its payment it is. Without it, the first one.
    static final String ATTEMPT = "attempt";
    /// Header of a dead letter: why it is one.
    static final String REASON = "dead-letter-reason";
    /// Header of a dead letter: where its record is, as `topic/partition/offset`.
    static final String ORIGIN = "dead-letter-origin";

    /// A vendor's reference is a number; a page of HTML must not make a message that nobody can send.
    private static final int REFERENCE_CHARS_MAX = 1_000;

    private static final JsonFactory JSON = new JsonFactory();

    private final InboxSettings.Topics topics;

    InboxMessages(InboxSettings.Topics topics) {
        this.topics = topics;
    }

    /// Says that the payment was made.
    OutboxMessage approved(InboxRow row, String reference) {
        return result(row, "approved", "reference", reference);
    }

    /// Says that the payment will never be made.
    OutboxMessage declined(InboxRow row, String reason) {
        return result(row, "declined", "reason", reason);
    }

    /// The request once more.
    OutboxMessage retry(InboxRow row) {
        Map<String, String> headers = new HashMap<>(row.headers());
        headers.putAll(TraceScope.currentHeaders());
        headers.put(ATTEMPT, Integer.toString(row.attempt() + 1));
        return message(id("retry", row.id()), row.paymentId(), topics.inbound().orElseThrow(), row.payload(), headers);
    }

    /// The request, given up.
    OutboxMessage dead(InboxRow row, String reason) {
        Map<String, String> headers = new HashMap<>(row.headers());
        headers.put(ATTEMPT, Integer.toString(row.attempt()));
        return dead(new Letter(row.id(), row.paymentId(), row.payload(), headers, row.origin()), reason);
    }

    /// A request that was never claimed, given up.
    OutboxMessage dead(Letter letter, String reason) {
        Map<String, String> headers = new HashMap<>(letter.headers);
        headers.putAll(TraceScope.currentHeaders());
        headers.put(REASON, reason);
        headers.put(ORIGIN, letter.origin);
        return message(id("dead", letter.inboxId), letter.key, topics.deadLetter(), letter.payload, headers);
    }

    /// What a dead letter is made from.
    ///
    /// @param headers of the record
    /// @param origin place of the record, as `topic/partition/offset`
    record Letter(UUID inboxId, String key, String payload, Map<String, String> headers, String origin) {}

    private OutboxMessage result(InboxRow row, String status, String detailName, String detail) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("paymentId", row.paymentId());
            json.writeStringProperty("status", status);
            json.writeStringProperty(detailName, detail.substring(0, Math.min(detail.length(), REFERENCE_CHARS_MAX)));
            json.writeNumberProperty("attempt", row.attempt());
            json.writeEndObject();
        }
        return message(
                id("result", row.id()),
                row.paymentId(),
                topics.outbound(),
                text.toString(),
                TraceScope.currentHeaders());
    }

    private static OutboxMessage message(
            UUID id, String key, String topic, String payload, Map<String, String> headers) {
        return new OutboxMessage(id, "", key, "", topic, payload, headers, Instant.now());
    }

    private static UUID id(String kind, UUID inboxId) {
        return UUID.nameUUIDFromBytes((kind + "/" + inboxId).getBytes(StandardCharsets.UTF_8));
    }
}

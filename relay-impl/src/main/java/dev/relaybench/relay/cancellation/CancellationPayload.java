package dev.relaybench.relay.cancellation;

import dev.relaybench.relay.cancellation.CancellationTables.Locked;
import java.io.StringWriter;
import java.util.List;
import java.util.UUID;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// The event's payload: `cancelRequestId`, `paymentId`, `orderId`, `amount`, `reason` and `items` (each `id` and
/// `amount`).
final class CancellationPayload {
    private static final JsonFactory JSON = new JsonFactory();

    private CancellationPayload() {}

    static String json(UUID requestId, Locked locked, List<CancelledItem> items) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("cancelRequestId", requestId.toString());
            json.writeStringProperty("paymentId", locked.paymentId().toString());
            json.writeStringProperty("orderId", locked.orderId());
            json.writeNumberProperty("amount", locked.amount());
            json.writeStringProperty("reason", locked.reason());
            json.writeArrayPropertyStart("items");
            for (CancelledItem item : items) {
                json.writeStartObject();
                json.writeStringProperty("id", item.id().toString());
                json.writeNumberProperty("amount", item.amount());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        return text.toString();
    }
}

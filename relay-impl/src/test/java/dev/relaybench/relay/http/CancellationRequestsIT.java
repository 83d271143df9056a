package dev.relaybench.relay.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.relaybench.relay.main.Relay;
import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.testbed.MemoryPublisher;
import dev.relaybench.relay.testbed.RelayClient;
import dev.relaybench.relay.testbed.TestDatabase;
import dev.relaybench.relay.testbed.TestRelay;
import java.sql.SQLException;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CancellationRequestsIT {
    private final TestDatabase database = TestDatabase.create();
    private final MemoryPublisher publisher = new MemoryPublisher();
    private final UUID payment = UUID.randomUUID();
    private final UUID request = UUID.randomUUID();

    CancellationRequestsIT() throws SQLException {}

    /// The poll comes once an hour: it is the wake that has it published.
    @Test
    void aCancellationIsDoneOnceAndItsEventIsPublishedAtOnce() throws Exception {
        try (Relay relay = start()) {
            insert();
            RelayClient client = new RelayClient(relay.port());

            assertThat(client.post("/cancellations", body(request.toString())))
                    .startsWith("201 {\"outcome\":\"completed\"");
            await().until(() -> publisher.messages().size() == 1);
            assertThat(client.post("/cancellations", body(request.toString()))).startsWith("200 ");

            assertThat(publisher.messages())
                    .extracting(OutboxMessage::topic, OutboxMessage::aggregateId)
                    .containsExactly(tuple("cancellations", payment.toString()));
            assertThat(database.query("SELECT status FROM payment")).containsExactly("CANCELLED");
        }
    }

    @Test
    void whatCannotBeCancelledIsSaidSo() throws Exception {
        try (Relay relay = start()) {
            RelayClient client = new RelayClient(relay.port());

            assertThat(client.post("/cancellations", body(request.toString())))
                    .isEqualTo("409 {\"error\":\"there is no such request\"}");
            assertThat(client.post("/cancellations", body("x"))).startsWith("400 ");
            assertThat(client.post("/cancellations", "{\"requestId\":\"" + request + "\"}"))
                    .isEqualTo("400 {\"error\":\"the fields must be requestId and topic\"}");
            assertThat(publisher.messages()).isEmpty();
        }
    }

    private Relay start() throws Exception {
        return new TestRelay(publisher)
                .start(
                        database,
                        Map.of(
                                "relay.outbox.table", "cancel_event_outbox",
                                "wake.transport", "in-memory",
                                "outbox.poll.fixed-delay-ms", "3600000"));
    }

    private void insert() throws SQLException {
        database.execute("INSERT INTO payment (id, order_id, amount, status) VALUES ('%s', 'o1', 300, 'APPROVED')"
                .formatted(payment));
        database.execute(
                "INSERT INTO payment_item (id, payment_id, name, amount, status) VALUES ('%s', '%s', 'n', 300, 'PAID')"
                        .formatted(UUID.randomUUID(), payment));
        database.execute(
                "INSERT INTO cancel_request (id, payment_id, reason, status) VALUES ('%s', '%s', 'r', 'REQUESTED')"
                        .formatted(request, payment));
    }

    private static String body(String requestId) {
        return "{\"requestId\":\"" + requestId + "\",\"topic\":\"cancellations\"}";
    }
}

package dev.relaybench.relay.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.relaybench.relay.message.PayloadPolicy;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.outbox.ChannelOutbox;
import dev.relaybench.relay.outbox.OutboxAppender;
import dev.relaybench.relay.outbox.PgOutboxChannel;
import dev.relaybench.relay.polling.DeadRows;
import dev.relaybench.relay.settings.EventSettings.Table;
import dev.relaybench.relay.testbed.RelayClient;
import dev.relaybench.relay.testbed.TestDatabase;
import dev.relaybench.relay.transaction.TransactionalOutbox;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DeadRequestsIT {
    private static final String ID = "6f2c6c0e-6a0e-4b0e-9d2b-0d5a6f2c6c0e";

    private final TestDatabase database = TestDatabase.create();
    private final HikariDataSource pool = database.openPool();
    private final RelayHttpServer server = server();
    private final RelayClient client = new RelayClient(server.port());

    DeadRequestsIT() throws SQLException, IOException {}

    @BeforeEach
    void start() {
        new DeadRequests(new DeadRows(pool, Table.OUTBOX_EVENT)).addTo(server);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        pool.close();
    }

    @Test
    void listsDeadEventsWithoutTheirPayloads() throws Exception {
        insert(ID, "DEAD");

        assertThat(client.get("/dead"))
                .isEqualTo("200 [{\"id\":\"" + ID + "\",\"aggregateType\":\"order\",\"aggregateId\":\"k\\\"1\","
                        + "\"topic\":\"t\",\"attempts\":3,\"lastError\":\"too \\\"large\\\"\","
                        + "\"createdAt\":\"2026-01-02T03:04:05Z\"}]");
    }

    @Test
    void listsOnlyTheFirstHundred() throws Exception {
        for (int i = 0; i < 101; i++) {
            insert("00000000-0000-0000-0000-000000000" + (100 + i), "DEAD");
        }

        String list = client.get("/dead");

        assertThat(list).contains("000000000100\"", "000000000199\"").doesNotContain("000000000200\"");
        assertThat(list.split("\"id\"", -1)).hasSize(101);
    }

    @Test
    void noneAreAnEmptyList() throws Exception {
        insert(ID, "FAILED");

        assertThat(client.get("/dead")).isEqualTo("200 []");
    }

    @Test
    void replaysOneOrAll() throws Exception {
        insert(ID, "DEAD");
        insert("00000000-0000-0000-0000-000000000001", "DEAD");
        insert("00000000-0000-0000-0000-000000000002", "FAILED");

        assertThat(client.post("/dead/replay", "{\"id\":\"" + ID + "\"}")).isEqualTo("200 {\"replayed\":1}");
        assertThat(client.post("/dead/replay", "{\"id\":\"" + ID + "\"}")).isEqualTo("200 {\"replayed\":0}");
        assertThat(client.post("/dead/replay", "{\"topic\":\"other\"}")).isEqualTo("200 {\"replayed\":0}");
        assertThat(client.post("/dead/replay", "")).isEqualTo("200 {\"replayed\":1}");

        assertThat(states()).containsExactly("FAILED", "PENDING", "PENDING");
    }

    @Test
    void answersWhatIsWrongWithASentence() throws Exception {
        assertThat(client.post("/dead/replay", "{\"id\":\"x\"}"))
                .isEqualTo("400 {\"error\":\"Invalid UUID string: x\"}");
        assertThat(client.get("/dead/replay")).startsWith("405 ");
        assertThat(client.get("/dead/x")).startsWith("404 ");
    }

    @Test
    void saysThatTheDatabaseDoesNotAnswer() throws Exception {
        database.execute("ALTER TABLE outbox_event RENAME TO away");

        assertThat(client.get("/dead")).isEqualTo("503 {\"error\":\"the database does not answer\"}");
        assertThat(client.post("/dead/replay", "")).startsWith("503 ");
    }

    @Test
    void aRelayWithoutSuchATableKnowsNoSuchPath() throws Exception {
        RelayHttpServer other = server();
        other.start();

        assertThat(new RelayClient(other.port()).get("/dead")).startsWith("404 ");
        assertThat(new RelayClient(other.port()).post("/dead/replay", "")).startsWith("404 ");
        other.stop(0);
    }

    private RelayHttpServer server() throws IOException {
        RelayCounters counters = new RelayCounters();
        TransactionalOutbox outbox = new TransactionalOutbox(
                pool,
                new ChannelOutbox(new OutboxAppender(), new PgOutboxChannel(1, counters)),
                PayloadPolicy.bytesAtMost(1));
        return new RelayHttpServer(0, new BusinessRequests(outbox, counters), counters, List.of(), () -> "");
    }

    private void insert(String id, String state) throws SQLException {
        database.execute("""
                INSERT INTO outbox_event (id, aggregate_type, aggregate_id, event_type, topic, payload, status,
                    attempts, last_error, created_at)
                VALUES ('%s', 'order', 'k"1', 'placed', 't', 'secret', '%s', 3, 'too "large"',
                    '2026-01-02T03:04:05Z')""".formatted(id, state));
    }

    private List<String> states() throws SQLException {
        return database.query("SELECT status FROM outbox_event ORDER BY status");
    }
}

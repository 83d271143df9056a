package dev.relaybench.relay.http;

import dev.relaybench.relay.polling.DeadRow;
import dev.relaybench.relay.polling.DeadRows;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// Dead events, for operators. Only for a relay on a table that knows them.
///
/// | request | answer |
/// |---|---|
/// | `GET /dead` | the first 100 of them by position, as a JSON list, without payloads |
/// | `POST /dead/replay` | `{"replayed": n}`: all of them are sent again |
/// | the same with `{"id": "..."}` | this one; 0 if it is not dead |
/// | the same with `{"topic": "..."}` | all of this topic |
///
/// 503 if the database does not answer; what was replayed by then stays replayed, and asking again does the rest.
public final class DeadRequests {
    private static final Logger LOG = LoggerFactory.getLogger(DeadRequests.class);
    private static final int LIST_MAX = 100;
    private static final JsonFactory JSON = new JsonFactory();

    private final DeadRows rows;

    public DeadRequests(DeadRows rows) {
        this.rows = rows;
    }

    /// Has the server answer them. To be called before it starts.
    public void addTo(RelayHttpServer server) {
        server.route("GET", "/dead", exchange -> answer(this::list));
        server.route("POST", "/dead/replay", exchange -> replay(exchange.getRequestBody()));
    }

    private interface Query {
        String json() throws SQLException;
    }

    private static Answer answer(Query query) {
        try {
            return new Answer(200, query.json());
        } catch (SQLException failure) {
            LOG.atWarn().addKeyValue("reason", failure.toString()).log("dead events cannot be asked for");
            return Answer.error(503, "the database does not answer");
        }
    }

    private Answer replay(InputStream body) throws IOException {
        ReplayRequest request;
        try {
            request = ReplayRequest.read(body);
        } catch (IllegalArgumentException wrong) {
            return Answer.error(400, String.valueOf(wrong.getMessage()));
        }
        return answer(() -> "{\"replayed\":" + request.run(rows) + "}");
    }

    private String list() throws SQLException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartArray();
            for (DeadRow row : rows.list(LIST_MAX)) {
                json.writeStartObject();
                json.writeStringProperty("id", row.id().toString());
                json.writeStringProperty("aggregateType", row.aggregateType());
                json.writeStringProperty("aggregateId", row.aggregateId());
                json.writeStringProperty("topic", row.topic());
                json.writeNumberProperty("attempts", row.attempts());
                json.writeStringProperty("lastError", row.lastError());
                json.writeStringProperty("createdAt", row.createdAt().toString());
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        return text.toString();
    }
}

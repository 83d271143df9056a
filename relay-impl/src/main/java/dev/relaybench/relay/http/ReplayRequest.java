package dev.relaybench.relay.http;

import dev.relaybench.relay.polling.DeadRows;
import java.io.IOException;
import java.io.InputStream;
import java.sql.SQLException;
import java.util.UUID;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// Which dead events are to be sent again.
sealed interface ReplayRequest {
    /// One of them.
    record One(UUID id) implements ReplayRequest {}

    /// Those of one topic.
    record Topic(String topic) implements ReplayRequest {}

    /// All of them.
    record All() implements ReplayRequest {}

    /// An empty body or object asks for all.
    ///
    /// @throws IllegalArgumentException with a sentence for the caller, if it is neither that nor one of the two fields
    static ReplayRequest read(InputStream body) throws IOException {
        byte[] bytes = body.readAllBytes();
        try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), bytes)) {
            return bytes.length == 0 ? new All() : read(parser);
        } catch (JacksonException malformed) {
            throw new IllegalArgumentException("the body is not JSON: " + malformed.getOriginalMessage(), malformed);
        }
    }

    /// Replays them.
    ///
    /// @return how many
    default int run(DeadRows rows) throws SQLException {
        return switch (this) {
            case One one -> rows.replay(one.id());
            case Topic topic -> rows.replayTopic(topic.topic());
            case All all -> rows.replayAll();
        };
    }

    private static ReplayRequest read(JsonParser parser) {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw new IllegalArgumentException("the body is not a JSON object");
        }
        ReplayRequest request = new All();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            if (!(request instanceof All)) {
                throw new IllegalArgumentException("only one field is allowed");
            }
            if (parser.nextToken() != JsonToken.VALUE_STRING) {
                throw new IllegalArgumentException("field '" + name + "' must be a string");
            }
            request = field(name, parser.getString());
        }
        return request;
    }

    private static ReplayRequest field(String name, String value) {
        return switch (name) {
            case "id" -> new One(UUID.fromString(value));
            case "topic" -> new Topic(value);
            default -> throw new IllegalArgumentException("unknown field '" + name + "'");
        };
    }
}

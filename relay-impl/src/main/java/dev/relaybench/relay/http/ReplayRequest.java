package dev.relaybench.relay.http;

import dev.relaybench.relay.polling.DeadRows;
import java.io.IOException;
import java.io.InputStream;
import java.sql.SQLException;
import java.util.Map;
import java.util.UUID;

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
        Map<String, String> fields = TextFields.read(body);
        if (fields.size() > 1) {
            throw new IllegalArgumentException("only one field is allowed");
        }
        return fields.entrySet().stream()
                .findFirst()
                .map(field -> of(field.getKey(), field.getValue()))
                .orElseGet(All::new);
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

    private static ReplayRequest of(String name, String value) {
        return switch (name) {
            case "id" -> new One(UUID.fromString(value));
            case "topic" -> new Topic(value);
            default -> throw new IllegalArgumentException("unknown field '" + name + "'");
        };
    }
}

package dev.relaybench.harness.history;

import dev.relaybench.harness.expect.ClusterTimings;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The JSON of a history line.
final class HistoryFormat {
    static final int SCHEMA_VERSION = 1;

    static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
            .disable(DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .build();

    private HistoryFormat() {}

    /// Reads one line. Histories from before the cluster's timings were recorded get Kafka's defaults for them.
    static HistoryEvent parse(String line) {
        if (!line.startsWith("{\"event\":\"RunStarted\"")) {
            return MAPPER.readValue(line, HistoryEvent.class);
        }
        JsonNode event = MAPPER.readTree(line);
        if (event.path("timings") instanceof ObjectNode timings && !timings.has("cluster")) {
            timings.set("cluster", MAPPER.valueToTree(ClusterTimings.DEFAULTS));
        }
        return MAPPER.treeToValue(event, HistoryEvent.class);
    }
}

package dev.relaybench.harness.testbed;

import java.util.Map;

/// What the report promises of a PostgreSQL that is started here, wherever it runs; read back by SQL after the start.
final class PostgresSettings {
    static final Map<String, String> PROMISED = Map.of(
            "fsync", "on",
            "synchronous_commit", "on",
            "full_page_writes", "on",
            "track_commit_timestamp", "on",
            "max_connections", "200",
            "shared_buffers", "128MB",
            // Relays that read the log need it; it costs the others nothing that can be measured.
            "wal_level", "logical");

    private PostgresSettings() {}
}

package dev.relaybench.relay.settings;

import java.nio.file.Path;
import java.util.Map;

/// All settings of the relay process.
///
/// Read from a properties file with {@link #read}; the keys are documented in {@link SettingsFile}.
public record RelaySettings(DatabaseSettings database, KafkaSettings kafka, OutboxSettings outbox, int httpPort) {

    /// Reads and checks the whole file.
    ///
    /// @throws SettingsException naming every offending key at once: unknown, missing, malformed or impossible
    public static RelaySettings read(Path file) {
        return SettingsFile.read(file);
    }

    /// Checks settings that are not in a file.
    ///
    /// @throws SettingsException as {@link #read} does
    public static RelaySettings of(Map<String, String> values) {
        return SettingsFile.of(values, "settings");
    }
}

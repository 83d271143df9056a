package dev.relaybench.relay.settings;

import java.nio.file.Path;
import java.util.Map;

/// All settings of the relay process.
///
/// Read from a properties file with {@link #read}; each record documents its keys.
///
/// | key | default | meaning |
/// |---|---|---|
/// | `relay.instance` | random | the name of this process among the relays on one table: the owner of its leases |
/// | `relay.http.port` | 0 | port on 127.0.0.1, 0 = any |
///
/// @param instance unique among the relays on one table
public record RelaySettings(
        String instance,
        DatabaseSettings database,
        KafkaSettings kafka,
        EventSettings events,
        OutboxSettings outbox,
        InboxSettings inbox,
        PollingOutboxSettings polling,
        WakeSettings wake,
        VendorSettings vendor,
        ConsumerSettings consumer,
        int httpPort) {

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

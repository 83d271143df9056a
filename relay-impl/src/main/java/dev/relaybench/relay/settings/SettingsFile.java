package dev.relaybench.relay.settings;

import dev.relaybench.relay.spi.RelayContract;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;

/// Reads the file, and checks what concerns several groups of settings.
final class SettingsFile {
    private SettingsFile() {}

    static RelaySettings read(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException unreadable) {
            throw new SettingsException(
                    "the settings file " + file + " cannot be read as UTF-8 properties: " + unreadable, unreadable);
        }
        Map<String, String> values = new HashMap<>();
        properties.stringPropertyNames().forEach(key -> values.put(key, properties.getProperty(key)));
        return of(values, "settings file " + file);
    }

    /// @param where how the error message names the source of the values
    static RelaySettings of(Map<String, String> values, String where) {
        SettingsReader in = new SettingsReader(values);
        EventSettings events = EventSettings.read(in);
        RelaySettings settings = new RelaySettings(
                in.text("relay.instance", "[A-Za-z0-9._-]{1,100}", "a name of letters, digits, '.', '_' or '-'")
                        .orElseGet(() -> "relay-" + UUID.randomUUID()),
                DatabaseSettings.read(in),
                KafkaSettings.read(in, events.format()),
                events,
                OutboxSettings.read(in),
                InboxSettings.read(in),
                PollingOutboxSettings.read(in),
                WakeSettings.read(in),
                VendorSettings.read(in),
                ConsumerSettings.read(in),
                in.count(RelayContract.HTTP_PORT, 0, 0, 65_535));
        SettingsRules.check(settings, in);
        in.finish(where);
        return settings;
    }
}

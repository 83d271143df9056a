package dev.relaybench.harness.run;

import dev.relaybench.harness.testbed.Testbed;
import dev.relaybench.relay.spi.RelayContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

/// The properties file that a relay is started with. It holds a password, so it is readable by its owner alone, is no
/// part of a run directory, and goes away when closed.
///
/// @param path where it is
public record RelaySettingsFile(Path path) implements AutoCloseable {
    /// For a relay that reaches the broker through the testbed's proxy.
    ///
    /// @param settings what to set beside addresses and credentials
    static RelaySettingsFile proxied(Testbed testbed, String database, Map<String, String> settings) {
        return write(testbed, database, testbed.kafka().bootstrapProxied(), settings);
    }

    /// For a benchmark that has no use for a proxy.
    public static RelaySettingsFile direct(Testbed testbed, String database) {
        return write(testbed, database, testbed.kafka().bootstrapDirect(), Map.of());
    }

    private static RelaySettingsFile write(
            Testbed testbed, String database, String bootstrapServers, Map<String, String> settings) {
        var all = new Properties();
        all.putAll(settings);
        all.setProperty(RelayContract.JDBC_URL, testbed.postgres().jdbcUrl(database));
        all.setProperty(RelayContract.JDBC_USER, testbed.postgres().user());
        all.setProperty(RelayContract.JDBC_PASSWORD, testbed.postgres().password());
        all.setProperty(RelayContract.BOOTSTRAP_SERVERS, bootstrapServers);
        testbed.kafka()
                .clientProperties()
                .forEach((key, value) -> all.setProperty(RelayContract.KAFKA_CLIENT_PREFIX + key, value));
        all.setProperty(RelayContract.HTTP_PORT, "0");
        try {
            Path file = Files.createTempFile("relaybench-relay-", ".properties");
            file.toFile().deleteOnExit(); // Ctrl-C closes nothing, and it may hold the secrets of somebody's servers.
            try (Writer out = Files.newBufferedWriter(file)) {
                all.store(out, null);
            }
            return new RelaySettingsFile(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the relay's settings: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + path + ": " + e.getMessage(), e);
        }
    }
}

package dev.relaybench.harness.run;

import dev.relaybench.harness.Plan;
import dev.relaybench.harness.expect.Timings;
import dev.relaybench.harness.testbed.Testbed;
import dev.relaybench.relay.spi.RelayContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/// The settings that the relay under test is started with.
///
/// @param settings all but the addresses and credentials of the testbed, for the report
/// @param file the properties file with everything; it holds a password, so it is no part of the run directory
record RelayConfig(Map<String, String> settings, Path file) {
    static RelayConfig write(Plan plan, Timings timings, Testbed testbed, String database) {
        var settings = new TreeMap<>(timings.asRelaySettings());
        settings.putAll(plan.relaySettings());
        var all = new Properties();
        all.putAll(settings);
        all.setProperty(RelayContract.JDBC_URL, testbed.postgres().jdbcUrl(database));
        all.setProperty(RelayContract.JDBC_USER, testbed.postgres().user());
        all.setProperty(RelayContract.JDBC_PASSWORD, testbed.postgres().password());
        all.setProperty(RelayContract.BOOTSTRAP_SERVERS, testbed.kafka().bootstrapProxied());
        all.setProperty(RelayContract.HTTP_PORT, "0");
        try {
            // Readable by its owner alone from the start.
            Path file = Files.createTempFile("relaybench-relay-", ".properties");
            try (Writer out = Files.newBufferedWriter(file)) {
                all.store(out, null);
            }
            return new RelayConfig(settings, file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the relay's settings: " + e.getMessage(), e);
        }
    }

    void delete() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + file + ": " + e.getMessage(), e);
        }
    }
}

package dev.relaybench.bench.micro;

import dev.relaybench.relay.settings.RelaySettings;
import java.nio.file.Path;

/// The testbed's addresses, as the benchmark suite hands them to JMH's forks.
public final class BenchSettings {
    /// System property that names a relay's properties file. A file, because JMH writes a fork's arguments into its
    /// results, and a password must not be there.
    public static final String FILE_PROPERTY = "relaybench.bench.settings";

    private BenchSettings() {}

    /// @throws IllegalStateException in a fork that nobody gave a testbed
    static RelaySettings relay() {
        String file = System.getProperty(FILE_PROPERTY);
        if (file == null) {
            throw new IllegalStateException(
                    "this benchmark needs PostgreSQL and Kafka: start it by scripts/relaybench bench, which"
                            + " starts both, or let -D" + FILE_PROPERTY + " name a relay's properties file");
        }
        return RelaySettings.read(Path.of(file));
    }
}

package dev.relaybench.harness.testbed;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What a run stands on: one PostgreSQL, one Kafka cluster, and the links to them.
public interface Testbed extends AutoCloseable {
    /// The word that chooses it on the command line: `embedded`, `containers`, `external`.
    String environment();

    Postgres postgres();

    Kafka kafka();

    /// The proxies between what is under test and the servers.
    Links links();

    /// Ends what is under test together with the harness; processes of the run belong under it.
    Watchdog watchdog();

    /// What the servers say of themselves, for the report: `postgres.fsync`, `kafka.version`, and so on.
    Map<String, String> settings();

    /// What somebody who reads the results should know before the run; sentences for people, shown once.
    default List<String> notices() {
        return List.of();
    }

    /// How to get what this environment lacks, as the end of a sentence that names it.
    String remedy(Capability missing);

    /// Copies what the servers have printed into a directory, a file for each; nothing where they are not ours.
    ///
    /// @param directory made if there is something to copy
    void saveLogs(Path directory);

    /// What faults may do here.
    default Set<Capability> capabilities() {
        var found = EnumSet.noneOf(Capability.class);
        if (links().brokers().size() == kafka().brokerCount()) {
            found.add(Capability.BROKER_LINK);
        }
        if (links().reachesPostgres()) {
            found.add(Capability.POSTGRES_LINK);
        }
        if (!kafka().nodes().isEmpty()) {
            found.add(Capability.BROKER_PROCESS);
        }
        if (postgres().node().isPresent()) {
            found.add(Capability.POSTGRES_PROCESS);
        }
        if (kafka().brokerCount() >= 3) {
            found.add(Capability.THREE_BROKERS);
        }
        return found;
    }

    /// Stops all that this testbed started and removes all that it made.
    @Override
    void close();
}

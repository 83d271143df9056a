package dev.relaybench.harness.testbed;

import java.util.Map;

/// What a run stands on: one PostgreSQL, one Kafka cluster, and the links to them.
public interface Testbed extends AutoCloseable {
    /// The word that chooses it on the command line: `embedded`.
    String environment();

    Postgres postgres();

    Kafka kafka();

    /// The proxies between what is under test and the servers.
    Links links();

    /// Ends what is under test together with the harness; processes of the run belong under it.
    Watchdog watchdog();

    /// What the servers say of themselves, for the report: `postgres.fsync`, `kafka.version`, and so on.
    Map<String, String> settings();

    /// Stops all that this testbed started and removes its files.
    @Override
    void close();
}

package dev.relaybench.harness.testbed;

import java.util.Map;
import java.util.Optional;

/// The PostgreSQL of a testbed.
public interface Postgres {
    /// Creates an empty database. The name must be lower case letters, digits and `_`.
    void createDatabase(String name);

    /// Drops the database if it is there, and cuts the connections to it.
    void dropDatabase(String name);

    /// The address of a database, without the proxy between.
    String jdbcUrl(String database);

    /// The address of a database through the proxy that {@link Links#postgres()} controls.
    String jdbcUrlProxied(String database);

    /// A superuser.
    String user();

    /// Never to be logged or stored.
    String password();

    String host();

    /// Where the server itself listens.
    int port();

    /// What the server says of itself: `version`, `fsync`, `wal_level`, and so on.
    Map<String, String> settings();

    /// The process, when the testbed owns it.
    Optional<Node> node();
}

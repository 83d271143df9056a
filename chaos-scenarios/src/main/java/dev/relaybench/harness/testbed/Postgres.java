package dev.relaybench.harness.testbed;

import java.util.Map;
import java.util.Optional;

/// The PostgreSQL of a testbed.
public interface Postgres {
    /// Creates an empty database. The name must be lower case letters, digits and `_`.
    ///
    /// @throws TestbedException if there is one of that name, or it may not be made
    void createDatabase(String name);

    /// Drops a database that was created here, and cuts the connections to it; one that is gone already is no error.
    ///
    /// @throws TestbedException if the database was not created by {@link #createDatabase(String)} of this object
    void dropDatabase(String name);

    /// The address of a database, without the proxy between.
    String jdbcUrl(String database);

    /// The address of a database through the proxy that {@link Links#postgres()} controls; without one, the same as
    /// {@link #jdbcUrl(String)}.
    String jdbcUrlProxied(String database);

    /// Who may create databases; a superuser where the testbed owns the server.
    String user();

    /// Never to be logged or stored.
    String password();

    /// What the server says of itself: `version`, `fsync`, `wal_level`, and so on.
    Map<String, String> settings();

    /// The process, when the testbed owns it.
    Optional<Node> node();
}

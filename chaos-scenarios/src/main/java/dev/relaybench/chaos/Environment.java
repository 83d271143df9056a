package dev.relaybench.chaos;

/// Where the services come from.
enum Environment {
    /// PostgreSQL, Kafka and the proxy as child processes: needs nothing but Java.
    EMBEDDED,
    /// The official images, by Testcontainers: needs a container engine.
    CONTAINERS,
    /// The user's own services, by their addresses.
    EXTERNAL
}

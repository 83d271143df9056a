package dev.relaybench.harness.testbed;

/// The ports that the containers publish. They are leased, not left to the engine, which would give others after each
/// restart.
///
/// @param host where they are reached
/// @param postgresLink where the proxy before PostgreSQL listens
/// @param kafkaLink where the proxy before the broker listens: the address that the broker tells its clients
/// @param toxiproxy the HTTP API
record ContainerPorts(
        String host,
        PortLease postgres,
        PortLease postgresLink,
        PortLease kafka,
        PortLease kafkaLink,
        PortLease toxiproxy)
        implements AutoCloseable {

    static ContainerPorts take(String host) {
        return new ContainerPorts(
                host, PortLease.take(), PortLease.take(), PortLease.take(), PortLease.take(), PortLease.take());
    }

    String address(PortLease port) {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port.port();
    }

    @Override
    public void close() {
        postgres.close();
        postgresLink.close();
        kafka.close();
        kafkaLink.close();
        toxiproxy.close();
    }
}

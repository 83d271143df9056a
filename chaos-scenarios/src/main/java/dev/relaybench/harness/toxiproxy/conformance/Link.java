package dev.relaybench.harness.toxiproxy.conformance;

/// Both ends of one connection through a proxy.
record Link(Peer client, Peer server) {
    /// Asks and answers one byte; returns the time it took.
    double roundTripMillis() {
        int asked = server.count();
        int answered = client.count();
        long start = client.send(1);
        server.awaitBytes(asked + 1);
        server.send(1);
        return Check.millisBetween(start, client.awaitBytes(answered + 1));
    }
}

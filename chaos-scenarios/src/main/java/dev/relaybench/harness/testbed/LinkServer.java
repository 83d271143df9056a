package dev.relaybench.harness.testbed;

/// A Toxiproxy of the testbed's own, and where its HTTP API listens.
public interface LinkServer extends AutoCloseable {
    String host();

    int port();

    @Override
    void close();
}

package dev.relaybench.harness.testbed;

/// A Toxiproxy of the testbed's own, and where its HTTP API listens.
///
/// @param end stops the server
public record LinkServer(String host, int port, Runnable end) implements AutoCloseable {
    /// A server on this machine.
    public static LinkServer local(int port, Runnable end) {
        return new LinkServer("127.0.0.1", port, end);
    }

    @Override
    public void close() {
        end.run();
    }
}

package dev.relaybench.harness.testbed;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/// Takes connections, as the system does for it, and never says a word.
record SilentServer(ServerSocket socket) implements AutoCloseable {
    static SilentServer open() throws IOException {
        return new SilentServer(new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1")));
    }

    String address() {
        return "127.0.0.1:" + socket.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

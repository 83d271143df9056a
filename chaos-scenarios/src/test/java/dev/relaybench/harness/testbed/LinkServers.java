package dev.relaybench.harness.testbed;

import java.util.Optional;
import java.util.function.Supplier;

/// The embedded Toxiproxy, if this build has it.
final class LinkServers {
    private static final String SERVER = "dev.relaybench.harness.toxiproxy.ToxiproxyServer";

    private LinkServers() {}

    static Optional<Supplier<LinkServer>> embedded() {
        try {
            Class<?> type = Class.forName(SERVER);
            return Optional.of(() -> start(type));
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }

    private static LinkServer start(Class<?> type) {
        try {
            AutoCloseable server = (AutoCloseable) type.getMethod("start").invoke(null);
            int port = (int) type.getMethod("port").invoke(server);
            return new LinkServer() {
                @Override
                public String host() {
                    return "127.0.0.1";
                }

                @Override
                public int port() {
                    return port;
                }

                @Override
                public void close() {
                    try {
                        server.close();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }
            };
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}

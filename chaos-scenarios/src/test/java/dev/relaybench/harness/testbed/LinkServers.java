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
            return LinkServer.local(port, () -> end(server));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void end(AutoCloseable server) {
        try {
            server.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}

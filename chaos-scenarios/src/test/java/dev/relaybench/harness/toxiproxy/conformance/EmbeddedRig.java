package dev.relaybench.harness.toxiproxy.conformance;

import dev.relaybench.harness.toxiproxy.ToxiproxyServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;

/// An embedded server with a rig on it, for tests of what only that server promises.
final class EmbeddedRig implements AutoCloseable {
    private final ToxiproxyServer server = Embedded.start();
    private final Scene scene = new Scene(new ServerApi(Embedded.urlOf(server)), Deadline.in(Duration.ofSeconds(30)));
    private final Rig rig;

    EmbeddedRig() {
        try {
            rig = new Rig(scene);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Rig rig() {
        return rig;
    }

    @Override
    public void close() {
        scene.close();
        server.close();
    }
}

package dev.relaybench.harness.toxiproxy;

import java.io.Closeable;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Closing without fuss.
final class Channels {
    private static final Logger LOG = LoggerFactory.getLogger(Channels.class);

    private Channels() {}

    static void close(Closeable channel) {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.debug("A socket could not be closed in order", e);
        }
    }
}

package dev.relaybench.harness.toxiproxy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.AlreadyBoundException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A listening socket and the thread that accepts from it.
final class Listener implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Listener.class);
    private static final int BACKLOG = 1_024;
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);
    private static final long RETRY_NANOS = 10_000_000;

    private final ServerSocketChannel channel;
    private final HostPort address;
    private final Thread acceptor;

    private Listener(ServerSocketChannel channel, HostPort address, Consumer<SocketChannel> onAccept) {
        this.channel = channel;
        this.address = address;
        // A platform thread: the end of its accept frees the port, and close can wait for that.
        this.acceptor = Thread.ofPlatform()
                .daemon()
                .name("toxiproxy-accept-" + address.port())
                .unstarted(() -> accept(onAccept));
    }

    static Listener open(HostPort address, Consumer<SocketChannel> onAccept) throws Refusal {
        ServerSocketChannel channel = null;
        try {
            channel = ServerSocketChannel.open();
            channel.bind(address.toSocketAddress(), BACKLOG);
            HostPort real = HostPort.of((InetSocketAddress) channel.getLocalAddress());
            Listener listener = new Listener(channel, real, onAccept);
            listener.acceptor.start();
            return listener;
        } catch (IOException | AlreadyBoundException | IllegalArgumentException e) {
            if (channel != null) {
                Channels.close(channel);
            }
            throw Refusal.failure("listen tcp " + address + ": " + e.getMessage());
        }
    }

    /// The address with the real port.
    HostPort address() {
        return address;
    }

    private void accept(Consumer<SocketChannel> onAccept) {
        while (channel.isOpen()) {
            try {
                onAccept.accept(channel.accept());
            } catch (IOException e) {
                if (channel.isOpen()) {
                    LOG.warn("A connection to {} could not be accepted", address, e);
                    // Most likely out of file descriptors: only time helps.
                    LockSupport.parkNanos(RETRY_NANOS);
                }
            }
        }
    }

    /// Frees the port.
    @Override
    public void close() {
        Channels.close(channel);
        try {
            if (!acceptor.join(CLOSE_LIMIT)) {
                LOG.warn("The thread that accepts on {} has not ended within {}", address, CLOSE_LIMIT);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

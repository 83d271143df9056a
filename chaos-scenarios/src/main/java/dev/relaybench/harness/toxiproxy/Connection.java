package dev.relaybench.harness.toxiproxy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A client, the server it is connected to, and the two directions between them.
final class Connection {
    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);
    private static final int CONNECT_TIMEOUT_MILLIS = 30_000;

    private final SocketChannel server;
    private final Direction upstream;
    private final Direction downstream;
    private final Consumer<Connection> onEnd;
    private final AtomicInteger openDirections = new AtomicInteger(2);

    /// @param toxics those of the proxy at this moment
    /// @param onEnd called once, when both sockets have been closed
    Connection(
            SocketChannel client,
            SocketChannel server,
            SplittableRandom random,
            List<ToxicSpec> toxics,
            Consumer<Connection> onEnd)
            throws IOException {
        this.onEnd = onEnd;
        this.server = server;
        upstream = new Direction(client, server, random.split(), this::directionEnded);
        downstream = new Direction(server, client, random.split(), this::directionEnded);
        for (SocketChannel channel : List.of(client, server)) {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            if (toxics.stream().anyMatch(toxic -> toxic.type().resetsConnections())) {
                channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            }
        }
        upstream.add(toxics.stream().filter(ToxicSpec::isUpstream).toList());
        downstream.add(toxics.stream().filter(toxic -> !toxic.isUpstream()).toList());
    }

    /// Connects and moves data until the reader of the upstream direction has ended.
    void run(String upstreamAddress) {
        try {
            HostPort address = HostPort.parse(upstreamAddress);
            server.socket().connect(new InetSocketAddress(address.host(), address.port()), CONNECT_TIMEOUT_MILLIS);
        } catch (IOException | Refusal | IllegalArgumentException e) {
            LOG.debug("The upstream {} cannot be reached", upstreamAddress, e);
            close();
            return;
        }
        Threads.start("toxiproxy-downstream", downstream::run);
        upstream.run();
    }

    private void directionEnded() {
        if (openDirections.decrementAndGet() == 0) {
            onEnd.accept(this);
        }
    }

    void add(ToxicSpec toxic) {
        direction(toxic).add(List.of(toxic));
    }

    void update(ToxicSpec toxic) {
        direction(toxic).update(toxic);
    }

    void remove(ToxicSpec toxic) {
        direction(toxic).remove(toxic.name());
    }

    private Direction direction(ToxicSpec toxic) {
        return toxic.isUpstream() ? upstream : downstream;
    }

    void close() {
        upstream.finish();
        downstream.finish();
    }
}

package dev.relaybench.harness.toxiproxy;

import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.ToxiproxyClient;
import eu.rekawek.toxiproxy.model.ToxicDirection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// A server under test, one proxy on it, what lies behind that proxy, and the public client.
final class Rig implements AutoCloseable {
    private static final int ACCEPT_LIMIT_MILLIS = 10_000;
    private static final long SEED = 20_261_130;

    static {
        HostNoise.watch();
        // The first connection loads classes for longer than tests of times allow.
        try (Rig warmUp = new Rig()) {
            warmUp.proxy
                    .toxics()
                    .latency("warm-up", ToxicDirection.DOWNSTREAM, 1)
                    .setJitter(1);
            warmUp.connect().roundTripMillis();
            warmUp.client.reset();
            warmUp.proxy.delete();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private final ToxiproxyServer server = ToxiproxyServer.start(SEED);
    private final ServerSocket backend = listen(0);
    private final List<Peer> peers = new CopyOnWriteArrayList<>();
    private final ToxiproxyClient client = new ToxiproxyClient("127.0.0.1", server.port());
    private final Proxy proxy;

    Rig() {
        try {
            proxy = client.createProxy("link", "127.0.0.1:0", "127.0.0.1:" + backend.getLocalPort());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Both ends of one connection.
    record Link(Peer client, Peer server) {
        /// Asks and answers one byte; returns the time it took.
        double roundTripMillis() {
            int asked = server.count();
            int answered = client.count();
            long start = client.send(1);
            server.awaitBytes(asked + 1);
            server.send(1);
            return Millis.between(start, client.awaitBytes(answered + 1));
        }
    }

    static ServerSocket listen(int port) {
        try {
            ServerSocket socket = new ServerSocket(port, 256, InetAddress.getLoopbackAddress());
            socket.setSoTimeout(ACCEPT_LIMIT_MILLIS);
            return socket;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ToxiproxyClient client() {
        return client;
    }

    Proxy proxy() {
        return proxy;
    }

    int apiPort() {
        return server.port();
    }

    int backendPort() {
        return backend.getLocalPort();
    }

    static int portOf(Proxy proxy) {
        String listen = proxy.getListen();
        return Integer.parseInt(listen.substring(listen.lastIndexOf(':') + 1));
    }

    Link connect() {
        return new Link(connectClient(), accept());
    }

    Peer connectClient() {
        return keep(Peer.reading(dial()));
    }

    Socket dial() {
        try {
            return new Socket(InetAddress.getLoopbackAddress(), portOf(proxy));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Peer accept() {
        return keep(Peer.reading(acceptSocket(backend)));
    }

    Socket acceptSocket() {
        return acceptSocket(backend);
    }

    static Socket acceptSocket(ServerSocket socket) {
        try {
            return socket.accept();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Peer keep(Peer peer) {
        peers.add(peer);
        return peer;
    }

    @Override
    public void close() {
        peers.forEach(Peer::close);
        server.close();
        Channels.close(backend);
    }
}

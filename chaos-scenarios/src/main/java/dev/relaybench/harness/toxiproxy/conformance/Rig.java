package dev.relaybench.harness.toxiproxy.conformance;

import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.ToxiproxyClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/// One proxy on the server under test, what lies behind that proxy, and the public client.
final class Rig {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final Scene scene;
    private final ServerSocket backend;
    private final ToxiproxyClient client;
    private final Proxy proxy;

    Rig(Scene scene) throws IOException {
        this.scene = scene;
        backend = listen(0);
        client = new ToxiproxyClient(scene.api().host(), scene.api().port());
        proxy = createProxy();
    }

    ServerApi api() {
        return scene.api();
    }

    ToxiproxyClient client() {
        return client;
    }

    Proxy proxy() {
        return proxy;
    }

    /// Resets the server, unless that would reach proxies of somebody else.
    void reset() throws IOException {
        scene.api().requireOwnProxiesOnly();
        client.reset();
    }

    /// One more proxy to the same upstream.
    Proxy createProxy() throws IOException {
        String name = "conformance-" + NUMBER.incrementAndGet();
        scene.creates(name);
        return client.createProxy(name, "127.0.0.1:0", "127.0.0.1:" + backend.getLocalPort());
    }

    /// Listens on 127.0.0.1, at a free port for 0.
    ServerSocket listen(int port) throws IOException {
        return scene.keep(new ServerSocket(port, 256, InetAddress.getLoopbackAddress()));
    }

    int backendPort() {
        return backend.getLocalPort();
    }

    static int portOf(Proxy proxy) {
        String listen = proxy.getListen();
        return Integer.parseInt(listen.substring(listen.lastIndexOf(':') + 1));
    }

    /// A connection through the proxy, both ends of which read.
    Link connect() throws IOException {
        return connect(proxy, backend);
    }

    Link connect(Proxy through, ServerSocket to) throws IOException {
        return new Link(
                peer("client", dial(through)).reading(),
                peer("server", accept(to)).reading());
    }

    Link connect(Proxy through) throws IOException {
        return connect(through, backend);
    }

    /// The client's end alone.
    Peer connectClient() throws IOException {
        return peer("client", dial(proxy)).reading();
    }

    /// A connection through the proxy, neither end of which reads before it is told to.
    Link connectSilently() throws IOException {
        return new Link(peer("client", dial(proxy)), peer("server", accept(backend)));
    }

    boolean refusesConnections() {
        try {
            scene.keep(dial(proxy));
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    private static Socket dial(Proxy through) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), portOf(through));
    }

    private Socket accept(ServerSocket socket) throws IOException {
        // 0 would wait for ever.
        socket.setSoTimeout((int) Math.max(1, scene.deadline().leftMillis()));
        try {
            return socket.accept();
        } catch (SocketTimeoutException e) {
            throw new Deviation("no connection has reached the server within "
                    + scene.deadline().words());
        }
    }

    private Peer peer(String name, Socket socket) throws IOException {
        scene.keep(socket);
        return new Peer(name, socket, scene.deadline());
    }
}

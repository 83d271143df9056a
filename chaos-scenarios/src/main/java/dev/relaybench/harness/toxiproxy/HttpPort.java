package dev.relaybench.harness.toxiproxy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A small HTTP/1.1 server.
///
/// The JDK's own would answer 404 to `//proxies`, which must be 301, and it leaves Nagle's algorithm on unless a system
/// property was set in time, which costs each kept connection 40 ms a call.
final class HttpPort implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpPort.class);
    private static final int BACKLOG = 128;
    private static final long RETRY_NANOS = 10_000_000;

    private final ServerSocket listening;
    private final Function<HttpRequest, HttpAnswer> handler;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    private HttpPort(ServerSocket listening, Function<HttpRequest, HttpAnswer> handler) {
        this.listening = listening;
        this.handler = handler;
    }

    /// @throws UncheckedIOException when the address cannot be listened on
    static HttpPort open(InetSocketAddress address, Function<HttpRequest, HttpAnswer> handler) {
        try {
            ServerSocket listening = new ServerSocket();
            bind(listening, address);
            HttpPort port = new HttpPort(listening, handler);
            Thread.ofVirtual().name("toxiproxy-http").start(port::accept);
            return port;
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "The proxy server cannot listen on %s:%d: %s"
                            .formatted(address.getHostString(), address.getPort(), e.getMessage()),
                    e);
        }
    }

    private static void bind(ServerSocket listening, InetSocketAddress address) throws IOException {
        try {
            listening.bind(address, BACKLOG);
        } catch (IOException e) {
            Channels.close(listening);
            throw e;
        }
    }

    /// The address with the real port.
    InetSocketAddress address() {
        return (InetSocketAddress) listening.getLocalSocketAddress();
    }

    int number() {
        return listening.getLocalPort();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket socket = listening.accept();
                sockets.add(socket);
                Thread.ofVirtual().name("toxiproxy-http").start(() -> serve(socket));
            } catch (IOException e) {
                if (!listening.isClosed()) {
                    LOG.warn("A control connection could not be accepted", e);
                    // Most likely out of file descriptors: only time helps.
                    LockSupport.parkNanos(RETRY_NANOS);
                }
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            HttpReader reader = new HttpReader(socket.getInputStream());
            boolean open = !listening.isClosed();
            while (open) {
                HttpRequest request = reader.next();
                open = request != null && request.keepsAlive();
                if (request != null) {
                    handler.apply(request).writeTo(socket.getOutputStream(), open);
                }
            }
        } catch (IOException e) {
            LOG.debug("A control connection broke, or spoke no HTTP", e);
        } finally {
            sockets.remove(socket);
        }
    }

    @Override
    public void close() {
        Channels.close(listening);
        sockets.forEach(Channels::close);
    }
}

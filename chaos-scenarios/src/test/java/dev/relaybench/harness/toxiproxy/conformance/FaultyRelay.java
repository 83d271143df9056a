package dev.relaybench.harness.toxiproxy.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;

/// Takes connections instead of a proxy, passes them on to it, or past it, and gets one thing wrong.
final class FaultyRelay implements AutoCloseable {
    private final Fault fault;
    private final int proxyPort;
    private volatile int upstreamPort;
    private volatile boolean losesNext;
    private final ExecutorService threads;
    private final ServerSocket listening;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    FaultyRelay(Fault fault, int proxyPort, int upstreamPort, ExecutorService threads) {
        this.fault = fault;
        this.proxyPort = proxyPort;
        this.upstreamPort = upstreamPort;
        this.threads = threads;
        try {
            listening = new ServerSocket(0, 256, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.execute(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    int proxyPort() {
        return proxyPort;
    }

    void leadsTo(int newUpstreamPort) {
        upstreamPort = newUpstreamPort;
    }

    void toxicLeaves() {
        losesNext = fault == Fault.REMOVAL_LOSES_DATA;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                sockets.add(client);
                threads.execute(() -> connect(client));
            }
        } catch (IOException e) {
            // Closed: the server ends.
        }
    }

    private void connect(Socket client) {
        // Only who goes past the proxy can keep a half-close.
        int port = fault == Fault.HALF_CLOSE_KEPT ? upstreamPort : proxyPort;
        try {
            Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
            sockets.add(server);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            threads.execute(() -> pass(client, server, false));
            threads.execute(() -> pass(server, client, true));
        } catch (IOException e) {
            close(client);
        }
    }

    private void pass(Socket from, Socket to, boolean downstream) {
        byte[] buffer = new byte[8_192];
        try {
            for (int n = from.getInputStream().read(buffer);
                    n >= 0;
                    n = from.getInputStream().read(buffer)) {
                if (downstream && losesNext) {
                    losesNext = false;
                } else {
                    to.getOutputStream().write(buffer, 0, n);
                }
            }
            if (fault == Fault.HALF_CLOSE_KEPT) {
                to.shutdownOutput();
            } else {
                close(to);
            }
        } catch (IOException e) {
            // A reset: to the other side it is an ordinary end.
            close(to);
            close(from);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        sockets.forEach(FaultyRelay::close);
    }
}

package dev.relaybench.relay.wake;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A way to the database that can go deaf in one direction: what the server says still comes through, what the client
/// says no longer gets out. Only the connections that are open by then are deaf.
final class OneWayProxy implements AutoCloseable {
    private static final Pattern ADDRESS = Pattern.compile("//127\\.0\\.0\\.1:(\\d+)/");

    private final ServerSocket server;
    private final int port;
    private final String url;
    private final List<Link> links = new CopyOnWriteArrayList<>();

    private OneWayProxy(String url) throws IOException {
        Matcher address = ADDRESS.matcher(url);
        if (!address.find()) {
            throw new IllegalArgumentException(url);
        }
        port = Integer.parseInt(address.group(1));
        server = new ServerSocket(0, 10, loopback());
        this.url = address.replaceFirst("//127.0.0.1:" + server.getLocalPort() + "/");
    }

    /// A proxy to the database of this URL.
    static OneWayProxy to(String url) throws IOException {
        OneWayProxy proxy = new OneWayProxy(url);
        Thread.ofVirtual().start(proxy::accept);
        return proxy;
    }

    /// The same URL, through the proxy.
    String url() {
        return url;
    }

    /// Connections so far.
    int connections() {
        return links.size();
    }

    void dropWhatTheClientSays() {
        links.forEach(link -> link.deaf = true);
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Link link : links) {
            link.client.close();
            link.upstream.close();
        }
    }

    private void accept() {
        try {
            while (!server.isClosed()) {
                Link link = new Link(server.accept(), new Socket(loopback(), port));
                links.add(link);
                Thread.ofVirtual().start(() -> link.copy(link.client, link.upstream, true));
                Thread.ofVirtual().start(() -> link.copy(link.upstream, link.client, false));
            }
        } catch (IOException closed) {
            // The end of the test.
        }
    }

    private static InetAddress loopback() throws IOException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    }

    private static final class Link {
        private final Socket client;
        private final Socket upstream;
        private volatile boolean deaf;

        Link(Socket client, Socket upstream) {
            this.client = client;
            this.upstream = upstream;
        }

        void copy(Socket from, Socket to, boolean mayBeDropped) {
            try (from;
                    to) {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                byte[] buffer = new byte[8_192];
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    if (!(mayBeDropped && deaf)) {
                        out.write(buffer, 0, read);
                    }
                }
            } catch (IOException closed) {
                // By one of its ends.
            }
        }
    }
}

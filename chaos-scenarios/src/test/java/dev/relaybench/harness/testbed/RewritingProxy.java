package dev.relaybench.harness.testbed;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/// Passes a connection on, with one word of the server's replaced by another of the same length.
record RewritingProxy(ServerSocket socket) implements AutoCloseable {
    static RewritingProxy open(HostPort server, String word, String replacement) throws IOException {
        var socket = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"));
        Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    Socket client = socket.accept();
                    Socket upstream = new Socket(server.host(), server.port());
                    Thread.ofVirtual().start(() -> pump(client, upstream, "", ""));
                    Thread.ofVirtual().start(() -> pump(upstream, client, word, replacement));
                }
            } catch (IOException e) {
                // Closed.
            }
        });
        return new RewritingProxy(socket);
    }

    private static void pump(Socket from, Socket to, String word, String replacement) {
        byte[] buffer = new byte[1 << 16];
        try (from;
                to;
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                String text = new String(buffer, 0, length, StandardCharsets.ISO_8859_1);
                out.write((word.isEmpty() ? text : text.replace(word, replacement))
                        .getBytes(StandardCharsets.ISO_8859_1));
                out.flush();
            }
        } catch (IOException e) {
            // The other side has ended the connection.
        }
    }

    String address() {
        return "127.0.0.1:" + socket.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

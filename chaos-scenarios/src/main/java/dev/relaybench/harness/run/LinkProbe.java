package dev.relaybench.harness.run;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/// Asks a broker the smallest question there is (ApiVersions, version 0) on a connection of its own, to see whether a
/// link lets
/// questions and answers through.
final class LinkProbe {
    private static final short API_VERSIONS = 18;
    private static final String CLIENT_ID = "relaybench-probe";

    private LinkProbe() {}

    /// Asks once.
    ///
    /// @param address `host:port`
    /// @return time from the question to the first bytes of the answer; empty if none came within the limit
    static Optional<Duration> ask(String address, Duration limit) {
        int colon = address.lastIndexOf(':');
        var target = new InetSocketAddress(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
        try (var socket = new Socket()) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout((int) limit.toMillis());
            socket.connect(target, (int) limit.toMillis());
            long before = System.nanoTime();
            var out = new DataOutputStream(socket.getOutputStream());
            out.write(question());
            out.flush();
            new DataInputStream(socket.getInputStream()).readInt();
            return Optional.of(Duration.ofNanos(System.nanoTime() - before));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static byte[] question() throws IOException {
        byte[] client = CLIENT_ID.getBytes(StandardCharsets.US_ASCII);
        var bytes = new ByteArrayOutputStream();
        var out = new DataOutputStream(bytes);
        out.writeInt(2 + 2 + 4 + 2 + client.length);
        out.writeShort(API_VERSIONS);
        out.writeShort(0);
        out.writeInt(1);
        out.writeShort(client.length);
        out.write(client);
        return bytes.toByteArray();
    }
}

package dev.relaybench.harness.run;

import dev.relaybench.harness.testbed.Kafka;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;

/// Sends a broker the smallest question there is on a connection of its own, to see whether a link lets questions and
/// answers through: ApiVersions in version 0, or the first message of a TLS handshake where the broker speaks TLS.
/// Neither needs a permission, and no secret is sent.
final class LinkProbe {
    private static final short API_VERSIONS = 18;
    private static final String CLIENT_ID = "relaybench-probe";

    private final byte[] question;

    private LinkProbe(byte[] question) {
        this.question = question;
    }

    /// A probe in the words that this cluster understands.
    static LinkProbe of(Kafka kafka) {
        String protocol = kafka.clientProperties().getOrDefault("security.protocol", "PLAINTEXT");
        return new LinkProbe(protocol.endsWith("SSL") ? clientHello() : apiVersions());
    }

    /// Asks once.
    ///
    /// @param address `host:port`
    /// @return time from the question to the first byte of the answer; empty if none came within the limit
    Optional<Duration> ask(String address, Duration limit) {
        int colon = address.lastIndexOf(':');
        var target = new InetSocketAddress(
                address.substring(0, colon).strip(),
                Integer.parseInt(address.substring(colon + 1).strip()));
        try (var socket = new Socket()) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout((int) limit.toMillis());
            socket.connect(target, (int) limit.toMillis());
            long before = System.nanoTime();
            socket.getOutputStream().write(question);
            socket.getOutputStream().flush();
            boolean answered = socket.getInputStream().read() >= 0;
            return answered ? Optional.of(Duration.ofNanos(System.nanoTime() - before)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static byte[] apiVersions() {
        byte[] client = CLIENT_ID.getBytes(StandardCharsets.US_ASCII);
        int length = 2 + 2 + 4 + 2 + client.length;
        return ByteBuffer.allocate(4 + length)
                .putInt(length)
                .putShort(API_VERSIONS)
                .putShort((short) 0)
                .putInt(1)
                .putShort((short) client.length)
                .put(client)
                .array();
    }

    private static byte[] clientHello() {
        try {
            SSLEngine engine = SSLContext.getDefault().createSSLEngine();
            engine.setUseClientMode(true);
            ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
            engine.wrap(ByteBuffer.allocate(0), hello);
            byte[] bytes = new byte[hello.flip().remaining()];
            hello.get(bytes);
            return bytes;
        } catch (NoSuchAlgorithmException | IOException e) {
            throw new IllegalStateException("this Java cannot speak TLS: " + e.getMessage(), e);
        }
    }
}

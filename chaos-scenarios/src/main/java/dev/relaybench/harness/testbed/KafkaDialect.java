package dev.relaybench.harness.testbed;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javax.net.ssl.SSLSocket;

/// What a Kafka listener speaks, found out by asking it on a bare connection. No secret is sent, and no permission is
/// needed. Kafka's own client cannot say that it speaks plain text to a listener for TLS: it tries again until its time
/// is over.
///
/// @param tls whether the connection has to be encrypted
/// @param sasl whether one has to log in; empty if the listener did not let itself be asked
/// @param mechanisms by which one may log in
/// @param requests the numbers of the requests that the broker knows; empty if it did not let itself be asked
record KafkaDialect(boolean tls, Optional<Boolean> sasl, List<String> mechanisms, Set<Integer> requests) {
    /// DescribeTransactions, which came with Kafka 3.0.
    static final int CAME_WITH_3_0 = 65;

    private static final short SASL_HANDSHAKE = 17;
    private static final short API_VERSIONS = 18;
    private static final short UNSUPPORTED_MECHANISM = 33;
    private static final String CLIENT_ID = "relaybench-preflight";
    private static final int LARGEST_ANSWER_BYTES = 1 << 20;
    private static final int CORRELATION = 0x72626e63;

    /// Listens to what is spoken there.
    ///
    /// @throws IOException if nothing listens, or if it does not speak Kafka
    static KafkaDialect heard(HostPort address, Duration limit) throws IOException {
        try (Socket socket = connect(address, limit)) {
            return inConversation(socket, false);
        } catch (java.net.UnknownHostException | java.net.ConnectException | java.net.NoRouteToHostException e) {
            throw e;
        } catch (IOException notPlain) {
            try (SSLSocket socket = Tls.trustingAnybody(connect(address, limit), address)) {
                socket.startHandshake();
                return inTls(socket);
            }
        }
    }

    /// A listener that wants a certificate of the client ends the conversation here.
    private static KafkaDialect inTls(SSLSocket socket) {
        try {
            return inConversation(socket, true);
        } catch (IOException e) {
            return new KafkaDialect(true, Optional.empty(), List.of(), Set.of());
        }
    }

    /// Whether anything that speaks Kafka answers there; through a proxy that is closed nothing does.
    static boolean answers(HostPort address, boolean tls, Duration limit) {
        try (Socket plain = connect(address, limit);
                Socket socket = tls ? Tls.trustingAnybody(plain, address) : plain) {
            if (socket instanceof SSLSocket secure) {
                secure.startHandshake();
            } else {
                ask(socket, API_VERSIONS, (short) 0, "");
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static Socket connect(HostPort address, Duration limit) throws IOException {
        var target = address.resolve();
        if (target.isUnresolved()) {
            throw new java.net.UnknownHostException(address.host());
        }
        var socket = new Socket();
        try {
            socket.setSoTimeout((int) limit.toMillis());
            socket.connect(target, (int) limit.toMillis());
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private static KafkaDialect inConversation(Socket socket, boolean tls) throws IOException {
        Set<Integer> requests = requests(ask(socket, API_VERSIONS, (short) 0, ""));
        // A mechanism that nobody has: the answer names those there are, or says that one need not log in.
        ByteBuffer answer = ask(socket, SASL_HANDSHAKE, (short) 1, "relaybench");
        short error = answer.getShort();
        List<String> mechanisms = new ArrayList<>();
        for (int left = answer.getInt(); left > 0; left--) {
            byte[] name = new byte[answer.getShort()];
            answer.get(name);
            mechanisms.add(new String(name, StandardCharsets.UTF_8));
        }
        return new KafkaDialect(tls, Optional.of(error == UNSUPPORTED_MECHANISM), List.copyOf(mechanisms), requests);
    }

    private static Set<Integer> requests(ByteBuffer answer) {
        answer.getShort(); // The error; the list follows in any case.
        Set<Integer> found = new TreeSet<>();
        for (int left = answer.getInt(); left > 0; left--) {
            found.add((int) answer.getShort());
            answer.getInt(); // Its oldest and its newest version.
        }
        return found;
    }

    private static ByteBuffer ask(Socket socket, short request, short version, String body) throws IOException {
        byte[] client = CLIENT_ID.getBytes(StandardCharsets.US_ASCII);
        byte[] text = body.getBytes(StandardCharsets.US_ASCII);
        int length = 2 + 2 + 4 + 2 + client.length + (text.length == 0 ? 0 : 2 + text.length);
        ByteBuffer question = ByteBuffer.allocate(4 + length)
                .putInt(length)
                .putShort(request)
                .putShort(version)
                .putInt(CORRELATION)
                .putShort((short) client.length)
                .put(client);
        if (text.length > 0) {
            question.putShort((short) text.length).put(text);
        }
        socket.getOutputStream().write(question.array());
        socket.getOutputStream().flush();
        return answer(socket);
    }

    private static ByteBuffer answer(Socket socket) throws IOException {
        var in = new DataInputStream(socket.getInputStream());
        int length = in.readInt();
        if (length < Integer.BYTES || length > LARGEST_ANSWER_BYTES || in.readInt() != CORRELATION) {
            throw new EOFException("no answer of a Kafka broker");
        }
        byte[] bytes = new byte[length - Integer.BYTES];
        in.readFully(bytes);
        return ByteBuffer.wrap(bytes);
    }
}

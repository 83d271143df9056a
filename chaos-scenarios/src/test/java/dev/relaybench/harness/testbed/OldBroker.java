package dev.relaybench.harness.testbed;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;

/// A broker that answers what it is asked first, and lacks a request that came with Kafka 3.0.
record OldBroker(ServerSocket socket) implements AutoCloseable {
    private static final short API_VERSIONS = 18;
    private static final short NO_SASL_HERE = 34;

    static OldBroker open() throws IOException {
        var socket = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"));
        Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    serve(socket.accept());
                }
            } catch (IOException e) {
                // Closed.
            }
        });
        return new OldBroker(socket);
    }

    private static void serve(Socket client) {
        try (client;
                var in = new DataInputStream(client.getInputStream())) {
            while (true) {
                byte[] request = in.readNBytes(in.readInt());
                ByteBuffer question = ByteBuffer.wrap(request);
                short kind = question.getShort();
                question.getShort();
                ByteBuffer answer = ByteBuffer.allocate(64).putInt(0).putInt(question.getInt());
                if (kind == API_VERSIONS) {
                    answer.putShort((short) 0).putInt(2);
                    answer.putShort((short) 3).putShort((short) 0).putShort((short) 9);
                    answer.putShort(API_VERSIONS).putShort((short) 0).putShort((short) 3);
                } else {
                    answer.putShort(NO_SASL_HERE).putInt(0);
                }
                answer.putInt(0, answer.position() - Integer.BYTES);
                client.getOutputStream().write(answer.array(), 0, answer.position());
            }
        } catch (IOException e) {
            // The client has gone.
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

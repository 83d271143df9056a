package dev.relaybench.harness.toxiproxy;

import static eu.rekawek.toxiproxy.model.ToxicDirection.DOWNSTREAM;
import static org.assertj.core.api.Assertions.assertThat;

import eu.rekawek.toxiproxy.model.toxic.Bandwidth;
import eu.rekawek.toxiproxy.model.toxic.Latency;
import eu.rekawek.toxiproxy.model.toxic.Timeout;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// Control calls answer at once, whatever the connections are doing.
@Execution(ExecutionMode.CONCURRENT)
class ControlCallsTest {
    private static final int MORE_THAN_SOCKETS_HOLD = 30_000_000;

    @AutoClose
    private final Rig rig = new Rig();

    private interface Call {
        void run() throws IOException;
    }

    private static void assertAnsweredAtOnce(Call call) throws IOException {
        long start = System.nanoTime();
        call.run();
        assertThat(Millis.between(start, System.nanoTime())).isLessThan(500);
    }

    @Test
    void answerWhileTheReceiverDoesNotRead() throws Exception {
        Latency latency = rig.proxy().toxics().latency("slow", DOWNSTREAM, 10);
        Peer client = rig.keep(Peer.silent(rig.dial()));
        Peer server = rig.accept();
        server.sendInBackground(MORE_THAN_SOCKETS_HOLD);
        Millis.pass(500);

        assertAnsweredAtOnce(() -> latency.setLatency(20));
        assertAnsweredAtOnce(latency::remove);
        Bandwidth[] bandwidth = new Bandwidth[1];
        assertAnsweredAtOnce(() -> bandwidth[0] = rig.proxy().toxics().bandwidth("narrow", DOWNSTREAM, 1));
        assertAnsweredAtOnce(() -> rig.proxy().toxics().slicer("slices", DOWNSTREAM, 100, 10));
        assertAnsweredAtOnce(() -> bandwidth[0].remove());
        assertAnsweredAtOnce(() -> rig.client().reset());

        client.startReading();
        client.awaitBytes(MORE_THAN_SOCKETS_HOLD);
        assertThat(Arrays.equals(client.received(), Peer.bytes(MORE_THAN_SOCKETS_HOLD)))
                .isTrue();
    }

    @Test
    void closeConnectionsWhoseReceiverDoesNotRead() throws Exception {
        Timeout timeout = rig.proxy().toxics().timeout("hole", DOWNSTREAM, 0);
        timeout.setToxicity(0);
        rig.keep(Peer.silent(rig.dial()));
        Peer server = rig.accept();
        server.sendInBackground(MORE_THAN_SOCKETS_HOLD);
        Millis.pass(300);

        assertAnsweredAtOnce(timeout::remove);
        assertAnsweredAtOnce(() -> rig.proxy().disable());
        server.awaitEnd();
    }

    @Test
    void stopAClientWhoseServerDoesNotRead() throws Exception {
        Peer client = rig.connectClient();
        Peer server = rig.keep(Peer.silent(rig.acceptSocket()));
        client.sendInBackground(MORE_THAN_SOCKETS_HOLD);
        Millis.pass(300);

        server.startReading();
        server.awaitBytes(MORE_THAN_SOCKETS_HOLD);
        assertThat(Arrays.equals(server.received(), Peer.bytes(MORE_THAN_SOCKETS_HOLD)))
                .isTrue();
    }

    @Test
    void takeABodyInChunksAndKeepTheConnection() throws Exception {
        String body = "{\"name\":\"chunked\",\"listen\":\"127.0.0.1:0\",\"upstream\":\"127.0.0.1:1\"}";
        String create = "POST /proxies HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "a\r\n" + body.substring(0, 10) + "\r\n"
                + Integer.toHexString(body.length() - 10) + "\r\n" + body.substring(10) + "\r\n0\r\n\r\n";
        String show = "GET /proxies/chunked HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

        String answers = exchange(create + show);

        assertThat(answers).contains("HTTP/1.1 201").contains("HTTP/1.1 200");
    }

    @Test
    void dropAConnectionThatSpeaksNoHttp() throws Exception {
        assertThat(exchange("hello\r\n\r\n")).isEmpty();
        assertThat(rig.client().version()).isNotEmpty();
    }

    private String exchange(String text) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), rig.apiPort())) {
            socket.setSoTimeout(5_000);
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }
}

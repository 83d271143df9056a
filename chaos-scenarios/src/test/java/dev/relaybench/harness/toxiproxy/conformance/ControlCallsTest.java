package dev.relaybench.harness.toxiproxy.conformance;

import static eu.rekawek.toxiproxy.model.ToxicDirection.DOWNSTREAM;
import static org.assertj.core.api.Assertions.assertThat;

import eu.rekawek.toxiproxy.model.toxic.Bandwidth;
import eu.rekawek.toxiproxy.model.toxic.Latency;
import eu.rekawek.toxiproxy.model.toxic.Timeout;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// Control calls answer at once, whatever the connections are doing.
@Execution(ExecutionMode.CONCURRENT)
class ControlCallsTest {
    private static final int MORE_THAN_SOCKETS_HOLD = 30_000_000;

    @AutoClose
    private final EmbeddedRig embedded = new EmbeddedRig();

    private final Rig rig = embedded.rig();

    private interface Call {
        void run() throws IOException;
    }

    private static void assertAnsweredAtOnce(Call call) throws IOException {
        long start = System.nanoTime();
        call.run();
        assertThat(Check.millisBetween(start, System.nanoTime())).isLessThan(500);
    }

    @Test
    void answerWhileTheReceiverDoesNotRead() throws Exception {
        Latency latency = rig.proxy().toxics().latency("slow", DOWNSTREAM, 10);
        Link link = rig.connectSilently();
        link.server().sendInBackground(MORE_THAN_SOCKETS_HOLD);
        Pass.millis(500);

        assertAnsweredAtOnce(() -> latency.setLatency(20));
        assertAnsweredAtOnce(latency::remove);
        Bandwidth[] bandwidth = new Bandwidth[1];
        assertAnsweredAtOnce(() -> bandwidth[0] = rig.proxy().toxics().bandwidth("narrow", DOWNSTREAM, 1));
        assertAnsweredAtOnce(() -> rig.proxy().toxics().slicer("slices", DOWNSTREAM, 100, 10));
        assertAnsweredAtOnce(() -> bandwidth[0].remove());
        assertAnsweredAtOnce(() -> rig.client().reset());

        Check.getsIntact(link.client().reading(), Peer.bytes(MORE_THAN_SOCKETS_HOLD));
    }

    @Test
    void closeConnectionsWhoseReceiverDoesNotRead() throws Exception {
        Timeout timeout = rig.proxy().toxics().timeout("hole", DOWNSTREAM, 0);
        timeout.setToxicity(0);
        Peer server = rig.connectSilently().server();
        server.sendInBackground(MORE_THAN_SOCKETS_HOLD);
        Pass.millis(300);

        assertAnsweredAtOnce(timeout::remove);
        assertAnsweredAtOnce(() -> rig.proxy().disable());
        server.reading().awaitEnd();
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
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), rig.api().port())) {
            socket.setSoTimeout(5_000);
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }
}

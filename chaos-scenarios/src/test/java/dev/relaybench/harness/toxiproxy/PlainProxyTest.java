package dev.relaybench.harness.toxiproxy;

import static dev.relaybench.harness.toxiproxy.Millis.assertAtOnce;
import static dev.relaybench.harness.toxiproxy.Millis.between;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.ServerSocket;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class PlainProxyTest {
    @AutoClose
    private final Rig rig = new Rig();

    @Test
    void opensTheUpstreamConnectionBeforeAnyData() {
        long start = System.nanoTime();
        Rig.Link link = rig.connect();

        assertAtOnce(between(start, System.nanoTime()));
        assertThat(link.client().isOpen()).isTrue();
    }

    @Test
    void passesDataBothWays() {
        Rig.Link link = rig.connect();

        link.client().send(300_000);
        link.server().awaitBytes(300_000);
        link.server().send(200_000);
        link.client().awaitBytes(200_000);

        assertThat(link.server().received()).isEqualTo(Peer.bytes(300_000));
        assertThat(link.client().received()).isEqualTo(Peer.bytes(200_000));
    }

    @Test
    void showsACloseByTheClientToTheServer() {
        Rig.Link link = rig.connect();

        long closed = link.client().closeNow();

        assertFin(link.server(), closed);
    }

    @Test
    void showsAnAbortByTheClientAsAnOrderlyEnd() {
        Rig.Link link = rig.connect();

        long aborted = link.client().abort();

        assertFin(link.server(), aborted);
    }

    @Test
    void showsACloseByTheServerToTheClient() {
        Rig.Link link = rig.connect();
        link.roundTripMillis();

        long closed = link.server().closeNow();

        assertFin(link.client(), closed);
    }

    @Test
    void knowsNoHalfClose() {
        Rig.Link link = rig.connect();

        long shut = link.client().shutOutput();

        assertFin(link.server(), shut);
        assertFin(link.client(), shut);
        assertThat(link.client().count()).isZero();
    }

    @Test
    void acceptsAndClosesWhenNothingListensUpstream() throws Exception {
        int free;
        try (ServerSocket socket = Rig.listen(0)) {
            free = socket.getLocalPort();
        }
        rig.proxy().setUpstream("127.0.0.1:" + free);

        long start = System.nanoTime();
        assertFin(rig.connectClient(), start);

        try (ServerSocket later = Rig.listen(free)) {
            Peer client = rig.connectClient();
            Peer server = rig.keep(Peer.reading(Rig.acceptSocket(later)));
            client.send(10);
            server.awaitBytes(10);
        }
    }

    @Test
    void closesAConnectionWhoseUpstreamAddressIsNonsense() throws Exception {
        rig.proxy().setUpstream("nonsense");

        assertFin(rig.connectClient(), System.nanoTime());
    }

    private static void assertFin(Peer peer, long sinceNanos) {
        Peer.End end = peer.awaitEnd();
        assertThat(end.how()).isEqualTo(Peer.Ending.FIN);
        assertAtOnce(between(sinceNanos, end.atNanos()));
    }
}

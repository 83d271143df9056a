package dev.relaybench.harness.toxiproxy;

import static dev.relaybench.harness.toxiproxy.Millis.assertAfter;
import static dev.relaybench.harness.toxiproxy.Millis.assertAtOnce;
import static dev.relaybench.harness.toxiproxy.Millis.between;
import static eu.rekawek.toxiproxy.model.ToxicDirection.DOWNSTREAM;
import static eu.rekawek.toxiproxy.model.ToxicDirection.UPSTREAM;
import static org.assertj.core.api.Assertions.assertThat;

import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.model.ToxicDirection;
import eu.rekawek.toxiproxy.model.toxic.Latency;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class SeveralToxicsTest {
    @AutoClose
    private final Rig rig = new Rig();

    @Test
    void actInOrderOfCreation() throws Exception {
        rig.proxy().toxics().latency("slow", DOWNSTREAM, 200);
        rig.proxy().toxics().bandwidth("narrow", DOWNSTREAM, 100);
        Rig.Link link = rig.connect();

        long sent = link.server().send(100_000);

        assertAfter(between(sent, link.client().awaitBytes(1)), 300);
        assertAfter(between(sent, link.client().awaitBytes(100_000)), 1_200);
    }

    @Test
    void addUpAndGoOneByOne() throws Exception {
        Latency first = rig.proxy().toxics().latency("first", DOWNSTREAM, 100);
        Latency second = rig.proxy().toxics().latency("second", DOWNSTREAM, 200);
        Latency third = rig.proxy().toxics().latency("third", DOWNSTREAM, 300);
        Rig.Link link = rig.connect();

        assertAfter(link.roundTripMillis(), 600);
        second.remove();
        assertAfter(link.roundTripMillis(), 400);
        first.remove();
        assertAfter(link.roundTripMillis(), 300);
        third.remove();
        assertAtOnce(link.roundTripMillis());
    }

    @Test
    void passACloseOnToLaterOnes() throws Exception {
        rig.proxy().toxics().timeout("hole", DOWNSTREAM, 300);
        rig.proxy().toxics().slowClose("linger", DOWNSTREAM, 500);

        long start = System.nanoTime();
        Rig.Link link = rig.connect();

        assertAfter(between(start, link.client().awaitEnd().atNanos()), 800);
    }

    @Test
    void leaveTheOtherDirectionAndOtherProxiesAlone() throws Exception {
        Proxy other = rig.client().createProxy("other", "127.0.0.1:0", "127.0.0.1:" + rig.backendPort());
        rig.proxy().toxics().bandwidth("shut", UPSTREAM, 0);
        Rig.Link link = rig.connect();
        link.client().send(1_000);
        long answered = link.server().send(1_000_000);
        assertAtOnce(between(answered, link.client().awaitBytes(1_000_000)));

        try (Peer client = Peer.reading(
                        new java.net.Socket(java.net.InetAddress.getLoopbackAddress(), Rig.portOf(other)));
                Peer server = rig.accept()) {
            assertAtOnce(new Rig.Link(client, server).roundTripMillis());
        }
        assertThat(link.server().count()).isZero();
    }

    @Test
    void harmNoByteWhenTheyComeAndGoUnderTraffic() throws Exception {
        List<Rig.Link> links = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            links.add(rig.connect());
        }
        int rounds = 0;
        for (int change = 0; change < 25; change++) {
            ToxicDirection direction = change % 2 == 0 ? UPSTREAM : DOWNSTREAM;
            Latency latency = rig.proxy().toxics().latency("come-and-go", direction, 5);
            ping(links, rounds++);
            latency.setLatency(10);
            ping(links, rounds++);
            latency.remove();
            ping(links, rounds++);
        }
        int sent = rounds;
        byte[] expected = new byte[sent];
        for (int i = 0; i < sent; i++) {
            expected[i] = (byte) i;
        }
        for (Rig.Link link : links) {
            link.server().awaitBytes(sent);
            link.client().awaitBytes(sent);
            assertThat(Arrays.equals(link.server().received(), expected)).isTrue();
            assertThat(Arrays.equals(link.client().received(), expected)).isTrue();
            assertThat(link.client().isOpen()).isTrue();
        }
    }

    private static void ping(List<Rig.Link> links, int round) {
        for (Rig.Link link : links) {
            link.client().send(new byte[] {(byte) round});
            link.server().send(new byte[] {(byte) round});
        }
    }

    @Test
    void loseNothingWhenTheyComeAndGoUnderABulkTransfer() throws Exception {
        Rig.Link link = rig.connect();
        int bytes = 40_000_000;
        link.server().sendInBackground(bytes);
        int changes = 0;
        while (link.client().count() < bytes / 2 && changes < 200) {
            rig.proxy().toxics().latency("wait", DOWNSTREAM, 3).remove();
            rig.proxy().toxics().slicer("slice", DOWNSTREAM, 1_000, 0).remove();
            changes++;
        }

        link.client().awaitBytes(bytes);
        assertThat(changes).isPositive();
        assertThat(Arrays.equals(link.client().received(), Peer.bytes(bytes))).isTrue();
    }
}

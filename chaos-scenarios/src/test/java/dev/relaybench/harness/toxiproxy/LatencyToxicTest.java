package dev.relaybench.harness.toxiproxy;

import static dev.relaybench.harness.toxiproxy.Millis.assertAfter;
import static dev.relaybench.harness.toxiproxy.Millis.assertAtOnce;
import static dev.relaybench.harness.toxiproxy.Millis.between;
import static eu.rekawek.toxiproxy.model.ToxicDirection.DOWNSTREAM;
import static eu.rekawek.toxiproxy.model.ToxicDirection.UPSTREAM;
import static org.assertj.core.api.Assertions.assertThat;

import eu.rekawek.toxiproxy.model.toxic.Latency;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class LatencyToxicTest {
    @AutoClose
    private final Rig rig = new Rig();

    @Test
    void delaysOneDirectionOnly() throws Exception {
        rig.proxy().toxics().latency("slow", DOWNSTREAM, 200);
        Rig.Link link = rig.connect();

        long asked = link.client().send(10);
        assertAtOnce(between(asked, link.server().awaitBytes(10)));
        long answered = link.server().send(10);
        assertAfter(between(answered, link.client().awaitBytes(10)), 200);
    }

    @Test
    void doesNotAddUpOverMessages() throws Exception {
        rig.proxy().toxics().latency("slow", UPSTREAM, 300);
        Rig.Link link = rig.connect();

        List<Long> sent = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            sent.add(link.client().send(1));
            Millis.pass(10);
        }
        for (int i = 0; i < 40; i++) {
            assertAfter(between(sent.get(i), link.server().awaitBytes(i + 1)), 300);
        }
    }

    @Test
    void holdsALotOnTheWay() throws Exception {
        rig.proxy().toxics().latency("slow", DOWNSTREAM, 200);
        Rig.Link link = rig.connect();

        long sent = link.server().send(16_000_000);

        assertAfter(between(sent, link.client().awaitBytes(1)), 200);
        link.client().awaitBytes(16_000_000);
        assertThat(link.client().received()).isEqualTo(Peer.bytes(16_000_000));
    }

    @Test
    void variesByJitterFromPieceToPiece() throws Exception {
        rig.proxy().toxics().latency("slow", DOWNSTREAM, 100).setJitter(50);
        List<Double> times = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Rig.Link link = rig.connect();
            for (int j = 0; j < 8; j++) {
                times.add(link.roundTripMillis());
            }
        }

        assertThat(times).allSatisfy(time -> assertThat(time).isBetween(50.0, 150.0 + 80 + HostNoise.lateMillis()));
        double mean = times.stream().mapToDouble(time -> time).average().orElseThrow();
        assertThat(mean).isBetween(80.0, 140.0 + HostNoise.lateMillis());
        double spread = times.stream().mapToDouble(time -> time).max().orElseThrow()
                - times.stream().mapToDouble(time -> time).min().orElseThrow();
        assertThat(spread).isGreaterThan(30);
    }

    @Test
    void doesNotDelayAnEndWithoutData() throws Exception {
        rig.proxy().toxics().latency("slow", DOWNSTREAM, 500);
        Rig.Link link = rig.connect();

        long closed = link.server().closeNow();

        assertAtOnce(between(closed, link.client().awaitEnd().atNanos()));
    }

    @Test
    void keepsTheEndBehindTheData() throws Exception {
        rig.proxy().toxics().latency("slow", DOWNSTREAM, 500);
        Rig.Link link = rig.connect();

        long sent = link.server().send(10);
        link.server().close();

        assertAfter(between(sent, link.client().awaitBytes(10)), 500);
        assertAfter(between(sent, link.client().awaitEnd().atNanos()), 500);
    }

    @Test
    void actsOnOpenConnections() throws Exception {
        Rig.Link link = rig.connect();
        assertAtOnce(link.roundTripMillis());

        Latency latency = rig.proxy().toxics().latency("slow", DOWNSTREAM, 200);
        assertAfter(link.roundTripMillis(), 200);
        latency.setLatency(400);
        assertAfter(link.roundTripMillis(), 400);
        latency.remove();
        assertAtOnce(link.roundTripMillis());
    }

    @Test
    void letsWaitingMessagesGoInOrderWhenRemoved() throws Exception {
        Latency latency = rig.proxy().toxics().latency("slow", DOWNSTREAM, 3_000);
        Rig.Link link = rig.connect();
        for (int i = 0; i < 5; i++) {
            link.server().send(new byte[] {(byte) i});
            Millis.pass(20);
        }

        long removed = System.nanoTime();
        latency.remove();

        assertAtOnce(between(removed, link.client().awaitBytes(5)));
        link.server().send(new byte[] {5});
        link.client().awaitBytes(6);
        assertThat(link.client().received()).containsExactly(0, 1, 2, 3, 4, 5);
    }

    @Test
    void treatsConnectionsAlike() throws Exception {
        rig.proxy().toxics().latency("slow", DOWNSTREAM, 200);
        List<Rig.Link> links = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            links.add(rig.connect());
        }
        List<Long> sent = new ArrayList<>();
        for (Rig.Link link : links) {
            sent.add(link.server().send(1));
        }
        for (int i = 0; i < links.size(); i++) {
            assertAfter(between(sent.get(i), links.get(i).client().awaitBytes(1)), 200);
        }
    }

    @Test
    void ignoresANegativeLatency() throws Exception {
        rig.proxy().toxics().latency("slow", DOWNSTREAM, -500);

        assertAtOnce(rig.connect().roundTripMillis());
    }
}

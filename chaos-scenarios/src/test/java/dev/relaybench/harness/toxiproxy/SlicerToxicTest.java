package dev.relaybench.harness.toxiproxy;

import static dev.relaybench.harness.toxiproxy.Millis.assertAfter;
import static dev.relaybench.harness.toxiproxy.Millis.assertAtOnce;
import static dev.relaybench.harness.toxiproxy.Millis.between;
import static eu.rekawek.toxiproxy.model.ToxicDirection.DOWNSTREAM;
import static eu.rekawek.toxiproxy.model.ToxicDirection.UPSTREAM;
import static org.assertj.core.api.Assertions.assertThat;

import eu.rekawek.toxiproxy.model.toxic.Slicer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class SlicerToxicTest {
    private static final long MILLIS_20 = 20_000;

    @AutoClose
    private final Rig rig = new Rig();

    @Test
    void spreadsAPieceOverTime() throws Exception {
        rig.proxy().toxics().slicer("slices", DOWNSTREAM, 100, MILLIS_20);
        Rig.Link link = rig.connect();

        long sent = link.server().send(1_000);

        assertAtOnce(between(sent, link.client().awaitBytes(1)));
        assertAfter(between(sent, link.client().awaitBytes(1_000)), 300);
        assertThat(link.client().received()).isEqualTo(Peer.bytes(1_000));
    }

    @Test
    void waitsAfterTheLastPartToo() throws Exception {
        rig.proxy().toxics().slicer("slices", UPSTREAM, 100, 300_000);
        Rig.Link link = rig.connect();

        long first = link.client().send(10);
        assertAtOnce(between(first, link.server().awaitBytes(10)));
        Millis.pass(30);
        link.client().send(10);

        assertAfter(between(first, link.server().awaitBytes(20)), 300);
    }

    @Test
    void letsTheRestGoWhenRemoved() throws Exception {
        Slicer slicer = rig.proxy().toxics().slicer("slices", DOWNSTREAM, 10, 1_000_000);
        Rig.Link link = rig.connect();
        link.server().send(50_000);
        link.client().awaitBytes(1);

        long removed = System.nanoTime();
        slicer.remove();

        assertAtOnce(between(removed, link.client().awaitBytes(50_000)));
        assertThat(link.client().received()).isEqualTo(Peer.bytes(50_000));
    }

    @Test
    void passesDataUnharmedWhenItsSizesMakeNoSense() throws Exception {
        Slicer slicer = rig.proxy().toxics().slicer("slices", DOWNSTREAM, 0, 1_000_000);
        Rig.Link link = rig.connect();
        assertAtOnce(between(link.server().send(1_000), link.client().awaitBytes(1_000)));

        slicer.setAverageSize(10);
        slicer.setSizeVariation(20);

        assertAtOnce(between(link.server().send(1_000), link.client().awaitBytes(2_000)));
        slicer.setSizeVariation(-1);
        assertAtOnce(between(link.server().send(1_000), link.client().awaitBytes(3_000)));
    }
}

package dev.relaybench.harness.toxiproxy.conformance;

import static dev.relaybench.harness.toxiproxy.conformance.ConformanceCase.timed;
import static dev.relaybench.harness.toxiproxy.conformance.Peer.Ending.FIN;
import static eu.rekawek.toxiproxy.model.ToxicDirection.DOWNSTREAM;
import static eu.rekawek.toxiproxy.model.ToxicDirection.UPSTREAM;
import static org.assertj.core.api.Assertions.assertThat;

import eu.rekawek.toxiproxy.model.toxic.ResetPeer;
import eu.rekawek.toxiproxy.model.toxic.Slicer;
import eu.rekawek.toxiproxy.model.toxic.SlowClose;
import eu.rekawek.toxiproxy.model.toxic.Timeout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// What the embedded server promises alone: where it differs from the real one on purpose, and where nothing was
/// recorded of the real one.
@Execution(ExecutionMode.CONCURRENT)
class EmbeddedServerTest {
    @TestFactory
    List<DynamicTest> embeddedServerAlone() {
        return Embedded.tests(List.of(
                timed("ignores a negative latency", EmbeddedServerTest::ignoresANegativeLatency),
                timed("takes a negative rate for no limit", rig -> takesARateForNoLimit(rig, -1)),
                timed("takes an absurd rate for no limit", rig -> takesARateForNoLimit(rig, Long.MAX_VALUE)),
                timed("slices nothing when sizes make no sense", EmbeddedServerTest::slicesNothing),
                timed("hides even the end behind a timeout of 0", EmbeddedServerTest::hidesEvenTheEnd),
                timed("holds an end for the new delay of slow_close", EmbeddedServerTest::holdsAnEndForTheNewDelay),
                timed("removes a reset_peer at once while its clock runs", EmbeddedServerTest::removesAReset),
                timed("closes a connection to an upstream that is no address", EmbeddedServerTest::closesToNonsense)));
    }

    private static void ignoresANegativeLatency(Rig rig) throws Exception {
        rig.proxy().toxics().latency("slow", DOWNSTREAM, -500);

        Check.roundTrip(rig.connect(), 0);
    }

    private static void takesARateForNoLimit(Rig rig, long rate) throws Exception {
        rig.proxy().toxics().bandwidth("odd", DOWNSTREAM, rate);
        Link link = rig.connect();

        Check.arrives(link.client(), 100_000, link.server().send(100_000), 0);
    }

    private static void slicesNothing(Rig rig) throws Exception {
        Slicer slicer = rig.proxy().toxics().slicer("slices", DOWNSTREAM, 0, 1_000_000);
        Link link = rig.connect();
        Check.arrives(link.client(), 1_000, link.server().send(1_000), 0);

        slicer.setAverageSize(10);
        slicer.setSizeVariation(20);

        Check.arrives(link.client(), 2_000, link.server().send(1_000), 0);
        slicer.setSizeVariation(-1);
        Check.arrives(link.client(), 3_000, link.server().send(1_000), 0);
    }

    private static void hidesEvenTheEnd(Rig rig) throws Exception {
        Timeout timeout = rig.proxy().toxics().timeout("hole", UPSTREAM, 0);
        Link link = rig.connect();
        link.client().close();
        Pass.millis(300);
        Check.isOpen(link.server());

        long removed = System.nanoTime();
        timeout.remove();

        Check.ends(link.server(), FIN, removed, 0);
    }

    private static void holdsAnEndForTheNewDelay(Rig rig) throws Exception {
        SlowClose slowClose = rig.proxy().toxics().slowClose("linger", DOWNSTREAM, 10_000);
        Link link = rig.connect();
        link.server().close();
        Pass.millis(50);

        long changed = System.nanoTime();
        slowClose.setDelay(300);

        Check.ends(link.client(), FIN, changed, 300);
    }

    private static void removesAReset(Rig rig) throws Exception {
        ResetPeer reset = rig.proxy().toxics().resetPeer("reset", UPSTREAM, 1_000);
        rig.connect().client().send(100);
        Pass.millis(100);

        long removed = System.nanoTime();
        reset.remove();

        Check.took("the removal", Check.millisBetween(removed, System.nanoTime()), 0);
    }

    private static void closesToNonsense(Rig rig) throws Exception {
        rig.proxy().setUpstream("nonsense");

        Check.ends(rig.connectClient(), FIN, System.nanoTime(), 0);
    }

    @Test
    void drawsAlikeForTheSameSeed() throws Exception {
        try (EmbeddedRig one = new EmbeddedRig();
                EmbeddedRig another = new EmbeddedRig()) {
            List<Boolean> first = areCut(one.rig());
            List<Boolean> second = areCut(another.rig());

            assertThat(first).contains(true, false);
            assertThat(second).isEqualTo(first);
        }
    }

    private static List<Boolean> areCut(Rig rig) throws IOException {
        rig.proxy().toxics().limitData("cut", DOWNSTREAM, 0).setToxicity(0.5f);
        List<Boolean> cut = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Link link = rig.connect();
            link.server().send(1);
            link.server().shutOutput();
            link.client().awaitEnd();
            cut.add(link.client().count() == 0);
        }
        return cut;
    }
}

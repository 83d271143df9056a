package dev.relaybench.harness.toxiproxy;

import static dev.relaybench.harness.toxiproxy.Millis.assertAfter;
import static dev.relaybench.harness.toxiproxy.Millis.assertAtOnce;
import static dev.relaybench.harness.toxiproxy.Millis.between;
import static eu.rekawek.toxiproxy.model.ToxicDirection.DOWNSTREAM;
import static eu.rekawek.toxiproxy.model.ToxicDirection.UPSTREAM;
import static org.assertj.core.api.Assertions.assertThat;

import eu.rekawek.toxiproxy.model.toxic.ResetPeer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class ResetPeerToxicTest {
    @AutoClose
    private final Rig rig = new Rig();

    @Test
    void resetsBothSidesAfterTheFirstData() throws Exception {
        rig.proxy().toxics().resetPeer("reset", UPSTREAM, 500);
        Rig.Link link = rig.connect();
        Millis.pass(600);
        assertThat(link.client().isOpen()).isTrue();

        long sent = link.client().send(100);

        assertEnd(link.client(), Peer.Ending.RST, sent, 500);
        assertEnd(link.server(), Peer.Ending.RST, sent, 500);
        assertThat(link.server().count()).isZero();
    }

    @Test
    void resetsAtOnceAtZero() throws Exception {
        rig.proxy().toxics().resetPeer("reset", UPSTREAM, 0);
        Rig.Link link = rig.connect();

        long sent = link.client().send(100);

        assertEnd(link.client(), Peer.Ending.RST, sent, 0);
        assertEnd(link.server(), Peer.Ending.RST, sent, 0);
    }

    @Test
    void letsTheRequestReachTheServerButNotTheAnswerTheClient() throws Exception {
        rig.proxy().toxics().resetPeer("reset", DOWNSTREAM, 0);
        Rig.Link link = rig.connect();

        link.client().send(16);
        link.server().awaitBytes(16);
        long answered = link.server().send(16);

        assertEnd(link.client(), Peer.Ending.RST, answered, 0);
        assertThat(link.client().count()).isZero();
    }

    @Test
    void endsAnOpenConnectionWithFinWhenAddedLater() throws Exception {
        Rig.Link link = rig.connect();
        rig.proxy().toxics().resetPeer("reset", UPSTREAM, 0);

        long sent = link.client().send(100);

        assertEnd(link.client(), Peer.Ending.FIN, sent, 0);
        assertEnd(link.server(), Peer.Ending.FIN, sent, 0);
    }

    @Test
    void resetsAlsoOnAnOrdinaryCloseAndWithoutADraw() throws Exception {
        rig.proxy().toxics().resetPeer("reset", DOWNSTREAM, 0).setToxicity(0);
        Rig.Link link = rig.connect();
        assertAtOnce(link.roundTripMillis());

        long closed = link.server().closeNow();

        assertEnd(link.client(), Peer.Ending.RST, closed, 0);
    }

    @Test
    void cannotBeStoppedOnceItsClockRuns() throws Exception {
        ResetPeer reset = rig.proxy().toxics().resetPeer("reset", UPSTREAM, 800);
        Rig.Link link = rig.connect();
        long sent = link.client().send(100);
        Millis.pass(200);

        long removed = System.nanoTime();
        reset.remove();

        assertAtOnce(between(removed, System.nanoTime()));
        assertEnd(link.client(), Peer.Ending.RST, sent, 800);
        assertEnd(link.server(), Peer.Ending.RST, sent, 800);
    }

    @Test
    void leavesAnIdleConnectionAloneWhenRemoved() throws Exception {
        ResetPeer reset = rig.proxy().toxics().resetPeer("reset", UPSTREAM, 100);
        Rig.Link link = rig.connect();

        reset.remove();

        assertAtOnce(link.roundTripMillis());
    }

    private static void assertEnd(Peer peer, Peer.Ending how, long sinceNanos, double millis) {
        Peer.End end = peer.awaitEnd();
        assertThat(end.how()).isEqualTo(how);
        assertAfter(between(sinceNanos, end.atNanos()), millis);
    }
}

package dev.relaybench.harness.toxiproxy.conformance;

import static dev.relaybench.harness.toxiproxy.conformance.ConformanceCase.timed;
import static dev.relaybench.harness.toxiproxy.conformance.Peer.Ending.FIN;
import static dev.relaybench.harness.toxiproxy.conformance.Peer.Ending.RST;
import static eu.rekawek.toxiproxy.model.ToxicDirection.DOWNSTREAM;
import static eu.rekawek.toxiproxy.model.ToxicDirection.UPSTREAM;

import com.google.auto.service.AutoService;
import eu.rekawek.toxiproxy.model.toxic.ResetPeer;
import java.util.List;

/// The toxic `reset_peer`.
@AutoService(CaseGroup.class)
public final class ResetPeerCases implements CaseGroup {
    @Override
    public String name() {
        return "reset_peer";
    }

    @Override
    public List<ConformanceCase> cases() {
        return List.of(
                timed("resets both sides after the first data", ResetPeerCases::resetsBothSidesAfterTheFirstData),
                timed("resets at once at zero", ResetPeerCases::resetsAtOnceAtZero),
                timed(
                        "lets the request reach the server but not the answer the client",
                        ResetPeerCases::letsTheRequestReachTheServerButNotTheAnswerTheClient),
                timed(
                        "ends an open connection with fin when added later",
                        ResetPeerCases::endsAnOpenConnectionWithFinWhenAddedLater),
                timed(
                        "resets also on an ordinary close and without a draw",
                        ResetPeerCases::resetsAlsoOnAnOrdinaryCloseAndWithoutADraw),
                timed("cannot be stopped once its clock runs", ResetPeerCases::cannotBeStoppedOnceItsClockRuns),
                timed(
                        "leaves an idle connection alone when removed",
                        ResetPeerCases::leavesAnIdleConnectionAloneWhenRemoved));
    }

    private static void resetsBothSidesAfterTheFirstData(Rig rig) throws Exception {
        rig.proxy().toxics().resetPeer("reset", UPSTREAM, 500);
        Link link = rig.connect();
        Pass.millis(600);
        Check.isOpen(link.client());

        long sent = link.client().send(100);

        Check.ends(link.client(), RST, sent, 500);
        Check.ends(link.server(), RST, sent, 500);
        Check.hasGot(link.server(), 0);
    }

    private static void resetsAtOnceAtZero(Rig rig) throws Exception {
        rig.proxy().toxics().resetPeer("reset", UPSTREAM, 0);
        Link link = rig.connect();

        long sent = link.client().send(100);

        Check.ends(link.client(), RST, sent, 0);
        Check.ends(link.server(), RST, sent, 0);
    }

    private static void letsTheRequestReachTheServerButNotTheAnswerTheClient(Rig rig) throws Exception {
        rig.proxy().toxics().resetPeer("reset", DOWNSTREAM, 0);
        Link link = rig.connect();

        link.client().send(16);
        Check.getsIntact(link.server(), Peer.bytes(16));

        Check.ends(link.client(), RST, link.server().send(16), 0);
        Check.hasGot(link.client(), 0);
    }

    private static void endsAnOpenConnectionWithFinWhenAddedLater(Rig rig) throws Exception {
        Link link = rig.connect();
        // The connection has to be known to the server before the toxic comes.
        Check.roundTrip(link, 0);
        rig.proxy().toxics().resetPeer("reset", UPSTREAM, 0);

        long sent = link.client().send(100);

        Check.ends(link.client(), FIN, sent, 0);
        Check.ends(link.server(), FIN, sent, 0);
    }

    private static void resetsAlsoOnAnOrdinaryCloseAndWithoutADraw(Rig rig) throws Exception {
        rig.proxy().toxics().resetPeer("reset", DOWNSTREAM, 0).setToxicity(0);
        Link link = rig.connect();
        Check.roundTrip(link, 0);

        Check.ends(link.client(), RST, link.server().close(), 0);
    }

    private static void cannotBeStoppedOnceItsClockRuns(Rig rig) throws Exception {
        ResetPeer reset = rig.proxy().toxics().resetPeer("reset", UPSTREAM, 800);
        Link link = rig.connect();
        long sent = link.client().send(100);
        Pass.millis(200);

        reset.remove();

        Check.ends(link.client(), RST, sent, 800);
        Check.ends(link.server(), RST, sent, 800);
    }

    private static void leavesAnIdleConnectionAloneWhenRemoved(Rig rig) throws Exception {
        ResetPeer reset = rig.proxy().toxics().resetPeer("reset", UPSTREAM, 100);
        Link link = rig.connect();

        reset.remove();

        Check.roundTrip(link, 0);
    }
}

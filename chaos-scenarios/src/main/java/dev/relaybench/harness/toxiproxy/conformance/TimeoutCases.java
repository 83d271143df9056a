package dev.relaybench.harness.toxiproxy.conformance;

import static dev.relaybench.harness.toxiproxy.conformance.ConformanceCase.timed;
import static dev.relaybench.harness.toxiproxy.conformance.Peer.Ending.FIN;
import static eu.rekawek.toxiproxy.model.ToxicDirection.DOWNSTREAM;
import static eu.rekawek.toxiproxy.model.ToxicDirection.UPSTREAM;

import com.google.auto.service.AutoService;
import eu.rekawek.toxiproxy.model.toxic.Timeout;
import java.util.List;

/// The toxic `timeout`.
@AutoService(CaseGroup.class)
public final class TimeoutCases implements CaseGroup {
    @Override
    public String name() {
        return "timeout";
    }

    @Override
    public List<ConformanceCase> cases() {
        return List.of(
                timed(
                        "keeps the connection half open for ever at zero",
                        TimeoutCases::keepsTheConnectionHalfOpenForEverAtZero),
                timed("closes an idle connection", TimeoutCases::closesAnIdleConnection),
                timed("counts anew with each piece", TimeoutCases::countsAnewWithEachPiece),
                timed("counts from when it was added", TimeoutCases::countsFromWhenItWasAdded),
                timed(
                        "closes the connections that carry it when removed",
                        TimeoutCases::closesTheConnectionsThatCarryItWhenRemoved),
                timed(
                        "closes on removal even what it never touched",
                        TimeoutCases::closesOnRemovalEvenWhatItNeverTouched));
    }

    private static void keepsTheConnectionHalfOpenForEverAtZero(Rig rig) throws Exception {
        rig.proxy().toxics().timeout("hole", UPSTREAM, 0);
        Link link = rig.connect();

        link.client().send(1_000);
        Check.arrives(link.client(), 10, link.server().send(10), 0);
        Pass.millis(500);

        Check.hasGot(link.server(), 0);
        Check.isOpen(link.client());
        Check.isOpen(link.server());
    }

    private static void closesAnIdleConnection(Rig rig) throws Exception {
        rig.proxy().toxics().timeout("hole", DOWNSTREAM, 500);
        long start = System.nanoTime();
        Link link = rig.connect();

        Check.ends(link.client(), FIN, start, 500);
        Check.ends(link.server(), FIN, start, 500);
    }

    private static void countsAnewWithEachPiece(Rig rig) throws Exception {
        rig.proxy().toxics().timeout("hole", UPSTREAM, 400);
        Link link = rig.connect();

        long last = 0;
        for (int i = 0; i < 5; i++) {
            last = link.client().send(1);
            Pass.millis(150);
        }

        Check.ends(link.server(), FIN, last, 400);
        Check.ends(link.client(), FIN, last, 400);
        Check.hasGot(link.server(), 0);
    }

    private static void countsFromWhenItWasAdded(Rig rig) throws Exception {
        Link link = rig.connect();
        link.roundTripMillis();
        Pass.millis(100);

        long added = System.nanoTime();
        rig.proxy().toxics().timeout("hole", DOWNSTREAM, 500);

        Check.ends(link.client(), FIN, added, 500);
        Check.ends(link.server(), FIN, added, 500);
    }

    private static void closesTheConnectionsThatCarryItWhenRemoved(Rig rig) throws Exception {
        Timeout timeout = rig.proxy().toxics().timeout("hole", DOWNSTREAM, 0);
        Link link = rig.connect();
        link.server().send(1_000);
        Pass.millis(50);

        long removed = System.nanoTime();
        timeout.remove();

        Check.ends(link.client(), FIN, removed, 0);
        Check.ends(link.server(), FIN, removed, 0);
        Check.hasGot(link.client(), 0);
        Check.roundTrip(rig.connect(), 0);
    }

    private static void closesOnRemovalEvenWhatItNeverTouched(Rig rig) throws Exception {
        Timeout timeout = rig.proxy().toxics().timeout("hole", DOWNSTREAM, 0);
        timeout.setToxicity(0);
        Link link = rig.connect();
        Check.roundTrip(link, 0);

        long removed = System.nanoTime();
        timeout.remove();

        Check.ends(link.client(), FIN, removed, 0);
        Check.ends(link.server(), FIN, removed, 0);
    }
}

package dev.relaybench.harness.toxiproxy.conformance;

import static dev.relaybench.harness.toxiproxy.conformance.ConformanceCase.timed;
import static dev.relaybench.harness.toxiproxy.conformance.Peer.Ending.FIN;
import static eu.rekawek.toxiproxy.model.ToxicDirection.DOWNSTREAM;
import static eu.rekawek.toxiproxy.model.ToxicDirection.UPSTREAM;

import com.google.auto.service.AutoService;
import eu.rekawek.toxiproxy.model.toxic.SlowClose;
import java.util.List;

/// The toxic `slow_close`.
@AutoService(CaseGroup.class)
public final class SlowCloseCases implements CaseGroup {
    @Override
    public String name() {
        return "slow_close";
    }

    @Override
    public List<ConformanceCase> cases() {
        return List.of(
                timed("holds the end but not the data", SlowCloseCases::holdsTheEndButNotTheData),
                timed("holds the client's end from the server", SlowCloseCases::holdsTheClientsEndFromTheServer),
                timed("lets an answer through meanwhile", SlowCloseCases::letsAnAnswerThroughMeanwhile),
                timed("lets the end go when removed", SlowCloseCases::letsTheEndGoWhenRemoved));
    }

    private static void holdsTheEndButNotTheData(Rig rig) throws Exception {
        rig.proxy().toxics().slowClose("linger", DOWNSTREAM, 500);
        Link link = rig.connect();

        long sent = link.server().send(10);
        long closed = link.server().close();

        Check.arrives(link.client(), 10, sent, 0);
        Check.ends(link.client(), FIN, closed, 500);
    }

    private static void holdsTheClientsEndFromTheServer(Rig rig) throws Exception {
        rig.proxy().toxics().slowClose("linger", UPSTREAM, 500);
        Link link = rig.connect();

        Check.ends(link.server(), FIN, link.client().close(), 500);
    }

    private static void letsAnAnswerThroughMeanwhile(Rig rig) throws Exception {
        rig.proxy().toxics().slowClose("linger", UPSTREAM, 500);
        Link link = rig.connect();

        long shut = link.client().shutOutput();
        Pass.millis(100);
        link.server().send(20);

        Check.getsIntact(link.client(), Peer.bytes(20));
        Check.ends(link.client(), FIN, shut, 500);
        Check.ends(link.server(), FIN, shut, 500);
    }

    private static void letsTheEndGoWhenRemoved(Rig rig) throws Exception {
        SlowClose slowClose = rig.proxy().toxics().slowClose("linger", DOWNSTREAM, 10_000);
        Link link = rig.connect();
        link.server().close();
        Pass.millis(50);
        Check.isOpen(link.client());

        long removed = System.nanoTime();
        slowClose.remove();

        Check.ends(link.client(), FIN, removed, 0);
    }
}

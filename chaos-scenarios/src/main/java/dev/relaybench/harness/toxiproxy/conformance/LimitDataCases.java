package dev.relaybench.harness.toxiproxy.conformance;

import static dev.relaybench.harness.toxiproxy.conformance.ConformanceCase.timed;
import static dev.relaybench.harness.toxiproxy.conformance.ConformanceCase.untimed;
import static dev.relaybench.harness.toxiproxy.conformance.Peer.Ending.FIN;
import static eu.rekawek.toxiproxy.model.ToxicDirection.DOWNSTREAM;
import static eu.rekawek.toxiproxy.model.ToxicDirection.UPSTREAM;

import com.google.auto.service.AutoService;
import eu.rekawek.toxiproxy.model.toxic.LimitData;
import java.util.List;

/// The toxic `limit_data`.
@AutoService(CaseGroup.class)
public final class LimitDataCases implements CaseGroup {
    @Override
    public String name() {
        return "limit_data";
    }

    @Override
    public List<ConformanceCase> cases() {
        return List.of(
                timed("closes after that many bytes", LimitDataCases::closesAfterThatManyBytes),
                timed("closes when exactly that many came", LimitDataCases::closesWhenExactlyThatManyCame),
                timed(
                        "passes nothing at zero but stays open while idle",
                        LimitDataCases::passesNothingAtZeroButStaysOpenWhileIdle),
                untimed("counts from when it was added", LimitDataCases::countsFromWhenItWasAdded),
                untimed("keeps its count when changed", LimitDataCases::keepsItsCountWhenChanged),
                untimed("cuts a stream that goes on", LimitDataCases::cutsAStreamThatGoesOn));
    }

    private static void closesAfterThatManyBytes(Rig rig) throws Exception {
        rig.proxy().toxics().limitData("cut", UPSTREAM, 1_000);
        Link link = rig.connect();

        long sent = link.client().send(5_000);

        Check.ends(link.server(), FIN, sent, 0);
        Check.ends(link.client(), FIN, sent, 0);
        Check.hasGot(link.server(), 1_000);
    }

    private static void closesWhenExactlyThatManyCame(Rig rig) throws Exception {
        rig.proxy().toxics().limitData("cut", DOWNSTREAM, 1_000);
        Link link = rig.connect();

        Check.ends(link.client(), FIN, link.server().send(1_000), 0);
        Check.hasGot(link.client(), 1_000);
    }

    private static void passesNothingAtZeroButStaysOpenWhileIdle(Rig rig) throws Exception {
        rig.proxy().toxics().limitData("cut", DOWNSTREAM, 0);
        Link link = rig.connect();
        Pass.millis(200);
        Check.isOpen(link.client());

        Check.ends(link.client(), FIN, link.server().send(10), 0);
        Check.hasGot(link.client(), 0);
    }

    private static void countsFromWhenItWasAdded(Rig rig) throws Exception {
        Link link = rig.connect();
        link.server().send(500);
        link.client().awaitBytes(500);

        rig.proxy().toxics().limitData("cut", DOWNSTREAM, 1_000);
        link.server().send(5_000);

        link.client().awaitEnd();
        Check.hasGot(link.client(), 1_500);
    }

    private static void keepsItsCountWhenChanged(Rig rig) throws Exception {
        LimitData limit = rig.proxy().toxics().limitData("cut", DOWNSTREAM, 1_000);
        Link link = rig.connect();
        link.server().send(600);
        link.client().awaitBytes(600);

        limit.setBytes(700);
        link.server().send(5_000);

        link.client().awaitEnd();
        Check.hasGot(link.client(), 700);
    }

    private static void cutsAStreamThatGoesOn(Rig rig) throws Exception {
        rig.proxy().toxics().limitData("cut", DOWNSTREAM, 100_000);
        Link link = rig.connect();

        link.server().sendInBackground(20_000_000);

        Peer.Ending how = link.client().awaitEnd().how();
        Check.that(how == FIN, "the client saw " + how + ", not FIN");
        Check.hasGot(link.client(), 100_000);
        link.server().awaitEnd();
    }
}

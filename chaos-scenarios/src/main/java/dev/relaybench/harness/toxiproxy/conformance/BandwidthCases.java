package dev.relaybench.harness.toxiproxy.conformance;

import static dev.relaybench.harness.toxiproxy.conformance.ConformanceCase.timed;
import static eu.rekawek.toxiproxy.model.ToxicDirection.DOWNSTREAM;
import static eu.rekawek.toxiproxy.model.ToxicDirection.UPSTREAM;

import com.google.auto.service.AutoService;
import eu.rekawek.toxiproxy.model.toxic.Bandwidth;
import java.util.List;

/// The toxic `bandwidth`.
@AutoService(CaseGroup.class)
public final class BandwidthCases implements CaseGroup {
    @Override
    public String name() {
        return "bandwidth";
    }

    @Override
    public List<ConformanceCase> cases() {
        return List.of(
                timed("keeps the mean rate", BandwidthCases::keepsTheMeanRate),
                timed("costs an idle connection what it sends", BandwidthCases::costsAnIdleConnectionWhatItSends),
                timed("is exact at high rates", BandwidthCases::isExactAtHighRates),
                timed("passes nothing at rate zero until removed", BandwidthCases::passesNothingAtRateZeroUntilRemoved),
                timed("delivers the rest at once when removed", BandwidthCases::deliversTheRestAtOnceWhenRemoved),
                timed("takes a new rate at once", BandwidthCases::takesANewRateAtOnce));
    }

    private static void keepsTheMeanRate(Rig rig) throws Exception {
        rig.proxy().toxics().bandwidth("narrow", DOWNSTREAM, 100);
        Link link = rig.connect();

        long sent = link.server().send(200_000);

        Check.arrives(link.client(), 1, sent, 100);
        Check.arrives(link.client(), 90_000, sent, 900);
        Check.arrives(link.client(), 200_000, sent, 2_000);
        Check.getsIntact(link.client(), Peer.bytes(200_000));
    }

    private static void costsAnIdleConnectionWhatItSends(Rig rig) throws Exception {
        rig.proxy().toxics().bandwidth("narrow", UPSTREAM, 10);
        Link link = rig.connect();

        Check.arrives(link.server(), 100, link.client().send(100), 10);
        Check.arrives(link.server(), 1_100, link.client().send(1_000), 100);
        long sent = link.client().send(2_000);
        Check.arrives(link.server(), 2_100, sent, 100);
        Check.arrives(link.server(), 3_100, sent, 200);
    }

    private static void isExactAtHighRates(Rig rig) throws Exception {
        rig.proxy().toxics().bandwidth("wide", DOWNSTREAM, 20_000);
        Link link = rig.connect();
        byte[] bytes = Peer.bytes(10_000_000);

        Check.arrives(link.client(), bytes.length, link.server().send(bytes), 500);
    }

    private static void passesNothingAtRateZeroUntilRemoved(Rig rig) throws Exception {
        Bandwidth bandwidth = rig.proxy().toxics().bandwidth("shut", UPSTREAM, 0);
        Link link = rig.connect();

        link.client().send(100_000);
        byte[] answer = Peer.bytes(1_000_000);
        Check.arrives(link.client(), 100_000, link.server().send(answer), 0);
        Pass.millis(200);
        Check.hasGot(link.server(), 0);
        Check.isOpen(link.client());

        long removed = System.nanoTime();
        bandwidth.remove();
        Check.arrives(link.server(), 100_000, removed, 0);
        Check.getsIntact(link.server(), Peer.bytes(100_000));
    }

    private static void deliversTheRestAtOnceWhenRemoved(Rig rig) throws Exception {
        Bandwidth bandwidth = rig.proxy().toxics().bandwidth("narrow", DOWNSTREAM, 50);
        Link link = rig.connect();
        link.server().send(200_000);
        link.client().awaitBytes(20_000);
        Pass.millis(50);
        Check.that(link.client().count() < 200_000, "the client got everything, as if there was no limit");

        long removed = System.nanoTime();
        bandwidth.remove();

        Check.arrives(link.client(), 200_000, removed, 0);
        Check.getsIntact(link.client(), Peer.bytes(200_000));
    }

    private static void takesANewRateAtOnce(Rig rig) throws Exception {
        Bandwidth bandwidth = rig.proxy().toxics().bandwidth("narrow", DOWNSTREAM, 1);
        Link link = rig.connect();
        link.server().send(300_000);
        Pass.millis(100);
        Check.that(link.client().count() < 300_000, "the client got everything, as if there was no limit");

        long changed = System.nanoTime();
        bandwidth.setRate(1_000);

        // What the toxic had in hand goes at once, the rest at the new rate.
        Check.arrives(link.client(), 300_000, changed, 267);
        Check.getsIntact(link.client(), Peer.bytes(300_000));
    }
}

package dev.relaybench.harness.toxiproxy.conformance;

import static dev.relaybench.harness.toxiproxy.conformance.ConformanceCase.timed;
import static dev.relaybench.harness.toxiproxy.conformance.ConformanceCase.untimed;
import static dev.relaybench.harness.toxiproxy.conformance.Peer.Ending.FIN;
import static eu.rekawek.toxiproxy.model.ToxicDirection.DOWNSTREAM;
import static eu.rekawek.toxiproxy.model.ToxicDirection.UPSTREAM;

import com.google.auto.service.AutoService;
import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.model.ToxicDirection;
import eu.rekawek.toxiproxy.model.toxic.Latency;
import java.util.ArrayList;
import java.util.List;

/// Toxics on one proxy, one behind another and side by side.
@AutoService(CaseGroup.class)
public final class SeveralToxicsCases implements CaseGroup {
    @Override
    public String name() {
        return "several toxics";
    }

    @Override
    public List<ConformanceCase> cases() {
        return List.of(
                timed("act in order of creation", SeveralToxicsCases::actInOrderOfCreation),
                timed("add up and go one by one", SeveralToxicsCases::addUpAndGoOneByOne),
                timed("pass a close on to later ones", SeveralToxicsCases::passACloseOnToLaterOnes),
                timed(
                        "leave the other direction and other proxies alone",
                        SeveralToxicsCases::leaveTheOtherDirectionAndOtherProxiesAlone),
                untimed(
                        "harm no byte when they come and go under traffic",
                        SeveralToxicsCases::harmNoByteWhenTheyComeAndGoUnderTraffic),
                untimed(
                        "lose nothing when they come and go under a bulk transfer",
                        SeveralToxicsCases::loseNothingWhenTheyComeAndGoUnderABulkTransfer));
    }

    private static void actInOrderOfCreation(Rig rig) throws Exception {
        rig.proxy().toxics().latency("slow", DOWNSTREAM, 200);
        rig.proxy().toxics().bandwidth("narrow", DOWNSTREAM, 100);
        Link link = rig.connect();

        long sent = link.server().send(100_000);

        Check.arrives(link.client(), 1, sent, 300);
        Check.arrives(link.client(), 100_000, sent, 1_200);
    }

    private static void addUpAndGoOneByOne(Rig rig) throws Exception {
        Latency first = rig.proxy().toxics().latency("first", DOWNSTREAM, 100);
        Latency second = rig.proxy().toxics().latency("second", DOWNSTREAM, 200);
        Latency third = rig.proxy().toxics().latency("third", DOWNSTREAM, 300);
        Link link = rig.connect();

        Check.roundTrip(link, 600);
        second.remove();
        Check.roundTrip(link, 400);
        first.remove();
        Check.roundTrip(link, 300);
        third.remove();
        Check.roundTrip(link, 0);
    }

    private static void passACloseOnToLaterOnes(Rig rig) throws Exception {
        rig.proxy().toxics().timeout("hole", DOWNSTREAM, 300);
        rig.proxy().toxics().slowClose("linger", DOWNSTREAM, 500);

        long start = System.nanoTime();
        Link link = rig.connect();

        Check.ends(link.client(), FIN, start, 800);
    }

    private static void leaveTheOtherDirectionAndOtherProxiesAlone(Rig rig) throws Exception {
        Proxy other = rig.createProxy();
        rig.proxy().toxics().bandwidth("shut", UPSTREAM, 0);
        Link link = rig.connect();
        link.client().send(1_000);
        byte[] answer = Peer.bytes(1_000_000);
        Check.arrives(link.client(), answer.length, link.server().send(answer), 0);

        Check.roundTrip(rig.connect(other), 0);
        Check.hasGot(link.server(), 0);
    }

    private static void harmNoByteWhenTheyComeAndGoUnderTraffic(Rig rig) throws Exception {
        List<Link> links = new ArrayList<>();
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
        byte[] expected = new byte[rounds];
        for (int i = 0; i < rounds; i++) {
            expected[i] = (byte) i;
        }
        for (Link link : links) {
            Check.getsIntact(link.server(), expected);
            Check.getsIntact(link.client(), expected);
            Check.isOpen(link.client());
        }
    }

    private static void ping(List<Link> links, int round) {
        for (Link link : links) {
            link.client().send(new byte[] {(byte) round});
            link.server().send(new byte[] {(byte) round});
        }
    }

    private static void loseNothingWhenTheyComeAndGoUnderABulkTransfer(Rig rig) throws Exception {
        Link link = rig.connect();
        int bytes = 40_000_000;
        link.server().sendInBackground(bytes);
        for (int changes = 0; link.client().count() < bytes / 2 && changes < 200; changes++) {
            rig.proxy().toxics().latency("wait", DOWNSTREAM, 3).remove();
            rig.proxy().toxics().slicer("slice", DOWNSTREAM, 1_000, 0).remove();
        }

        Check.getsIntact(link.client(), Peer.bytes(bytes));
    }
}

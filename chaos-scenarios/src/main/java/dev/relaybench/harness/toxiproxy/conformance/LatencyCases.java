package dev.relaybench.harness.toxiproxy.conformance;

import static dev.relaybench.harness.toxiproxy.conformance.ConformanceCase.timed;
import static dev.relaybench.harness.toxiproxy.conformance.Peer.Ending.FIN;
import static eu.rekawek.toxiproxy.model.ToxicDirection.DOWNSTREAM;
import static eu.rekawek.toxiproxy.model.ToxicDirection.UPSTREAM;

import com.google.auto.service.AutoService;
import eu.rekawek.toxiproxy.model.toxic.Latency;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/// The toxic `latency`.
@AutoService(CaseGroup.class)
public final class LatencyCases implements CaseGroup {
    @Override
    public String name() {
        return "latency";
    }

    @Override
    public List<ConformanceCase> cases() {
        return List.of(
                timed("delays one direction only", LatencyCases::delaysOneDirectionOnly),
                timed("does not add up over messages", LatencyCases::doesNotAddUpOverMessages),
                timed("holds a lot on the way", LatencyCases::holdsALotOnTheWay),
                timed("varies by jitter from piece to piece", LatencyCases::variesByJitterFromPieceToPiece),
                timed("does not delay an end without data", LatencyCases::doesNotDelayAnEndWithoutData),
                timed("keeps the end behind the data", LatencyCases::keepsTheEndBehindTheData),
                timed("acts on open connections", LatencyCases::actsOnOpenConnections),
                timed(
                        "lets waiting messages go in order when removed",
                        LatencyCases::letsWaitingMessagesGoInOrderWhenRemoved),
                timed("treats connections alike", LatencyCases::treatsConnectionsAlike));
    }

    private static void delaysOneDirectionOnly(Rig rig) throws Exception {
        rig.proxy().toxics().latency("slow", DOWNSTREAM, 200);
        Link link = rig.connect();

        Check.arrives(link.server(), 10, link.client().send(10), 0);
        Check.arrives(link.client(), 10, link.server().send(10), 200);
    }

    private static void doesNotAddUpOverMessages(Rig rig) throws Exception {
        rig.proxy().toxics().latency("slow", UPSTREAM, 300);
        Link link = rig.connect();

        List<Long> sent = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            sent.add(link.client().send(1));
            Pass.millis(10);
        }
        for (int i = 0; i < 40; i++) {
            Check.arrives(link.server(), i + 1, sent.get(i), 300);
        }
    }

    private static void holdsALotOnTheWay(Rig rig) throws Exception {
        rig.proxy().toxics().latency("slow", DOWNSTREAM, 200);
        Link link = rig.connect();
        byte[] bytes = Peer.bytes(16_000_000);

        long sent = link.server().send(bytes);

        Check.arrives(link.client(), 1, sent, 200);
        Check.getsIntact(link.client(), bytes);
    }

    private static void variesByJitterFromPieceToPiece(Rig rig) throws Exception {
        rig.proxy().toxics().latency("slow", DOWNSTREAM, 100).setJitter(50);
        List<Double> times = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Link link = rig.connect();
            for (int j = 0; j < 8; j++) {
                times.add(link.roundTripMillis());
            }
        }

        DoubleSummaryStatistics seen = times.stream().mapToDouble(time -> time).summaryStatistics();
        Check.that(
                seen.getMin() >= 47 && seen.getMax() <= 150 + 80,
                "round trips took %.0f to %.0f ms, not 50 to 150".formatted(seen.getMin(), seen.getMax()));
        Check.that(
                seen.getAverage() >= 70 && seen.getAverage() <= 150,
                "round trips took %.0f ms in the mean, not 100".formatted(seen.getAverage()));
        Check.that(
                seen.getMax() - seen.getMin() > 30,
                "round trips took %.0f to %.0f ms: no jitter".formatted(seen.getMin(), seen.getMax()));
    }

    private static void doesNotDelayAnEndWithoutData(Rig rig) throws Exception {
        rig.proxy().toxics().latency("slow", DOWNSTREAM, 500);
        Link link = rig.connect();

        Check.ends(link.client(), FIN, link.server().close(), 0);
    }

    private static void keepsTheEndBehindTheData(Rig rig) throws Exception {
        rig.proxy().toxics().latency("slow", DOWNSTREAM, 500);
        Link link = rig.connect();

        long sent = link.server().send(10);
        link.server().close();

        Check.arrives(link.client(), 10, sent, 500);
        Check.ends(link.client(), FIN, sent, 500);
    }

    private static void actsOnOpenConnections(Rig rig) throws Exception {
        Link link = rig.connect();
        Check.roundTrip(link, 0);

        Latency latency = rig.proxy().toxics().latency("slow", DOWNSTREAM, 200);
        Check.roundTrip(link, 200);
        latency.setLatency(400);
        Check.roundTrip(link, 400);
        latency.remove();
        Check.roundTrip(link, 0);
    }

    private static void letsWaitingMessagesGoInOrderWhenRemoved(Rig rig) throws Exception {
        Latency latency = rig.proxy().toxics().latency("slow", DOWNSTREAM, 3_000);
        Link link = rig.connect();
        for (int i = 0; i < 5; i++) {
            link.server().send(new byte[] {(byte) i});
            Pass.millis(20);
        }
        Check.hasGot(link.client(), 0);

        long removed = System.nanoTime();
        latency.remove();

        Check.arrives(link.client(), 5, removed, 0);
        link.server().send(new byte[] {5});
        Check.getsIntact(link.client(), new byte[] {0, 1, 2, 3, 4, 5});
    }

    private static void treatsConnectionsAlike(Rig rig) throws Exception {
        rig.proxy().toxics().latency("slow", DOWNSTREAM, 200);
        List<Link> links = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            links.add(rig.connect());
        }
        List<Long> sent = new ArrayList<>();
        for (Link link : links) {
            sent.add(link.server().send(1));
        }
        for (int i = 0; i < links.size(); i++) {
            Check.arrives(links.get(i).client(), 1, sent.get(i), 200);
        }
    }
}

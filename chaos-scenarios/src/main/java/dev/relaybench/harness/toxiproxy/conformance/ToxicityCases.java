package dev.relaybench.harness.toxiproxy.conformance;

import static dev.relaybench.harness.toxiproxy.conformance.ConformanceCase.timed;
import static eu.rekawek.toxiproxy.model.ToxicDirection.DOWNSTREAM;

import com.google.auto.service.AutoService;
import eu.rekawek.toxiproxy.model.toxic.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// How many connections a toxic touches.
@AutoService(CaseGroup.class)
public final class ToxicityCases implements CaseGroup {
    private static final int CONNECTIONS = 60;
    private static final int LATENCY_MILLIS = 400;

    @Override
    public String name() {
        return "toxicity";
    }

    @Override
    public List<ConformanceCase> cases() {
        return List.of(
                timed("touches none at zero and all at one", ToxicityCases::touchesNoneAtZeroAndAllAtOne),
                timed("draws once for each connection", ToxicityCases::drawsOnceForEachConnection),
                timed(
                        "draws again for open connections when changed",
                        ToxicityCases::drawsAgainForOpenConnectionsWhenChanged));
    }

    private static void touchesNoneAtZeroAndAllAtOne(Rig rig) throws Exception {
        Latency latency = rig.proxy().toxics().latency("slow", DOWNSTREAM, LATENCY_MILLIS);
        latency.setToxicity(0);
        Link link = rig.connect();

        Check.roundTrip(link, 0);
        latency.setToxicity(1);
        Check.roundTrip(link, LATENCY_MILLIS);
        latency.setToxicity(0);
        Check.roundTrip(link, 0);
    }

    private static void drawsOnceForEachConnection(Rig rig) throws Exception {
        rig.proxy().toxics().latency("slow", DOWNSTREAM, LATENCY_MILLIS).setToxicity(0.5f);
        List<Link> links = connections(rig);

        List<Boolean> first = areDelayed(links);
        List<Boolean> second = areDelayed(links);

        checkHalf("was delayed", first.stream().filter(delayed -> delayed).count());
        Check.that(second.equals(first), "a connection that was delayed once was not the next time, or vice versa");
    }

    private static void drawsAgainForOpenConnectionsWhenChanged(Rig rig) throws Exception {
        Latency latency = rig.proxy().toxics().latency("slow", DOWNSTREAM, LATENCY_MILLIS);
        latency.setToxicity(0.5f);
        List<Link> links = connections(rig);
        List<Boolean> before = areDelayed(links);

        latency.setToxicity(0.5f);
        List<Boolean> after = areDelayed(links);

        checkHalf(
                "changed",
                IntStream.range(0, links.size())
                        .filter(i -> !before.get(i).equals(after.get(i)))
                        .count());
    }

    /// Half of the connections, as far as chance goes: more than five standard deviations off would be one run in two
    /// million.
    private static void checkHalf(String what, long seen) {
        Check.that(
                seen >= 10 && seen <= CONNECTIONS - 10,
                seen + " of " + CONNECTIONS + " connections " + what + " at a toxicity of 0.5");
    }

    private static List<Link> connections(Rig rig) throws Exception {
        List<Link> links = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            links.add(rig.connect());
        }
        return links;
    }

    /// Which of them delay a byte; half the latency tells those that do from those that do not.
    private static List<Boolean> areDelayed(List<Link> links) {
        List<Integer> before = links.stream().map(link -> link.client().count()).toList();
        List<Long> sent = links.stream().map(link -> link.server().send(1)).toList();
        List<Boolean> delayed = new ArrayList<>();
        for (int i = 0; i < links.size(); i++) {
            long arrived = links.get(i).client().awaitBytes(before.get(i) + 1);
            delayed.add(Check.millisBetween(sent.get(i), arrived) >= LATENCY_MILLIS / 2.0);
        }
        return delayed;
    }
}

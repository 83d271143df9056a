package dev.relaybench.harness.toxiproxy;

import static dev.relaybench.harness.toxiproxy.Millis.assertAfter;
import static dev.relaybench.harness.toxiproxy.Millis.assertAtOnce;
import static eu.rekawek.toxiproxy.model.ToxicDirection.DOWNSTREAM;
import static org.assertj.core.api.Assertions.assertThat;

import eu.rekawek.toxiproxy.model.toxic.Latency;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class ToxicityTest {
    private static final int CONNECTIONS = 60;
    private static final int LATENCY_MILLIS = 800;

    @AutoClose
    private final Rig rig = new Rig();

    @Test
    void drawsOnceForEachConnection() throws Exception {
        rig.proxy().toxics().latency("slow", DOWNSTREAM, LATENCY_MILLIS).setToxicity(0.5f);
        List<Rig.Link> links = connections();

        List<Boolean> first = areDelayed(links);
        List<Boolean> second = areDelayed(links);

        assertThat(first.stream().filter(delayed -> delayed).count()).isBetween(15L, 45L);
        assertThat(second).isEqualTo(first);
    }

    @Test
    void touchesNoneAtZeroAndAllAtOne() throws Exception {
        Latency latency = rig.proxy().toxics().latency("slow", DOWNSTREAM, LATENCY_MILLIS);
        latency.setToxicity(0);
        Rig.Link link = rig.connect();

        assertAtOnce(link.roundTripMillis());
        latency.setToxicity(1);
        assertAfter(link.roundTripMillis(), LATENCY_MILLIS);
        latency.setToxicity(0);
        assertAtOnce(link.roundTripMillis());
    }

    @Test
    void drawsAgainForOpenConnectionsWhenChanged() throws Exception {
        Latency latency = rig.proxy().toxics().latency("slow", DOWNSTREAM, LATENCY_MILLIS);
        latency.setToxicity(0.5f);
        List<Rig.Link> links = connections();
        List<Boolean> before = areDelayed(links);

        latency.setToxicity(0.5f);
        List<Boolean> after = areDelayed(links);

        int changed = 0;
        for (int i = 0; i < before.size(); i++) {
            changed += before.get(i).equals(after.get(i)) ? 0 : 1;
        }
        assertThat(changed).isBetween(15, 45);
    }

    @Test
    void drawsAlikeForTheSameSeed() throws Exception {
        try (Rig again = new Rig()) {
            List<Boolean> first = areCut(rig);
            List<Boolean> second = areCut(again);

            assertThat(first).contains(true, false);
            assertThat(second).isEqualTo(first);
        }
    }

    private static List<Boolean> areCut(Rig rig) throws IOException {
        rig.proxy().toxics().limitData("cut", DOWNSTREAM, 0).setToxicity(0.5f);
        List<Boolean> cut = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Rig.Link link = rig.connect();
            link.server().send(1);
            link.server().shutOutput();
            link.client().awaitEnd();
            cut.add(link.client().count() == 0);
        }
        return cut;
    }

    private List<Rig.Link> connections() {
        List<Rig.Link> links = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            links.add(rig.connect());
        }
        return links;
    }

    /// What is delayed is never early, and what is not would have to be very late to be taken for it.
    private static List<Boolean> areDelayed(List<Rig.Link> links) {
        List<Integer> before = links.stream().map(link -> link.client().count()).toList();
        List<Long> sent = links.stream().map(link -> link.server().send(1)).toList();
        List<Boolean> delayed = new ArrayList<>();
        for (int i = 0; i < links.size(); i++) {
            long arrived = links.get(i).client().awaitBytes(before.get(i) + 1);
            delayed.add(Millis.between(sent.get(i), arrived) >= LATENCY_MILLIS - 3);
        }
        return delayed;
    }
}

package dev.relaybench.harness.toxiproxy;

import static dev.relaybench.harness.toxiproxy.Millis.assertAfter;
import static dev.relaybench.harness.toxiproxy.Millis.assertAtOnce;
import static dev.relaybench.harness.toxiproxy.Millis.between;
import static eu.rekawek.toxiproxy.model.ToxicDirection.DOWNSTREAM;
import static eu.rekawek.toxiproxy.model.ToxicDirection.UPSTREAM;
import static org.assertj.core.api.Assertions.assertThat;

import eu.rekawek.toxiproxy.model.toxic.Timeout;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class TimeoutToxicTest {
    @AutoClose
    private final Rig rig = new Rig();

    @Test
    void keepsTheConnectionHalfOpenForEverAtZero() throws Exception {
        rig.proxy().toxics().timeout("hole", UPSTREAM, 0);
        Rig.Link link = rig.connect();

        link.client().send(1_000);
        long answered = link.server().send(10);
        assertAtOnce(between(answered, link.client().awaitBytes(10)));
        Millis.pass(500);

        assertThat(link.server().count()).isZero();
        assertThat(link.client().isOpen()).isTrue();
        assertThat(link.server().isOpen()).isTrue();
    }

    @Test
    void hidesEvenTheEndAtZero() throws Exception {
        Timeout timeout = rig.proxy().toxics().timeout("hole", UPSTREAM, 0);
        Rig.Link link = rig.connect();
        link.client().close();
        Millis.pass(300);
        assertThat(link.server().isOpen()).isTrue();

        long removed = System.nanoTime();
        timeout.remove();

        assertFin(link.server(), removed, 0);
    }

    @Test
    void closesAnIdleConnection() throws Exception {
        rig.proxy().toxics().timeout("hole", DOWNSTREAM, 500);
        long start = System.nanoTime();
        Rig.Link link = rig.connect();

        assertFin(link.client(), start, 500);
        assertFin(link.server(), start, 500);
    }

    @Test
    void countsAnewWithEachPiece() throws Exception {
        rig.proxy().toxics().timeout("hole", UPSTREAM, 400);
        Rig.Link link = rig.connect();

        long last = 0;
        for (int i = 0; i < 5; i++) {
            last = link.client().send(1);
            Millis.pass(150);
        }

        assertFin(link.server(), last, 400);
        assertFin(link.client(), last, 400);
        assertThat(link.server().count()).isZero();
    }

    @Test
    void countsFromWhenItWasAdded() throws Exception {
        Rig.Link link = rig.connect();
        link.roundTripMillis();
        Millis.pass(100);

        long added = System.nanoTime();
        rig.proxy().toxics().timeout("hole", DOWNSTREAM, 500);

        assertFin(link.client(), added, 500);
        assertFin(link.server(), added, 500);
    }

    @Test
    void closesTheConnectionsThatCarryItWhenRemoved() throws Exception {
        Timeout timeout = rig.proxy().toxics().timeout("hole", DOWNSTREAM, 0);
        Rig.Link link = rig.connect();
        link.server().send(1_000);
        Millis.pass(50);

        long removed = System.nanoTime();
        timeout.remove();

        assertFin(link.client(), removed, 0);
        assertFin(link.server(), removed, 0);
        assertThat(link.client().count()).isZero();
        assertAtOnce(rig.connect().roundTripMillis());
    }

    @Test
    void closesOnRemovalEvenWhatItNeverTouched() throws Exception {
        Timeout timeout = rig.proxy().toxics().timeout("hole", DOWNSTREAM, 0);
        timeout.setToxicity(0);
        Rig.Link link = rig.connect();
        assertAtOnce(link.roundTripMillis());

        long removed = System.nanoTime();
        timeout.remove();

        assertFin(link.client(), removed, 0);
        assertFin(link.server(), removed, 0);
    }

    private static void assertFin(Peer peer, long sinceNanos, double millis) {
        Peer.End end = peer.awaitEnd();
        assertThat(end.how()).isEqualTo(Peer.Ending.FIN);
        assertAfter(between(sinceNanos, end.atNanos()), millis);
    }
}

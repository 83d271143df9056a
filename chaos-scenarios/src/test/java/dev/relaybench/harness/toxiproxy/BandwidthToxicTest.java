package dev.relaybench.harness.toxiproxy;

import static dev.relaybench.harness.toxiproxy.Millis.assertAfter;
import static dev.relaybench.harness.toxiproxy.Millis.assertAtOnce;
import static dev.relaybench.harness.toxiproxy.Millis.between;
import static eu.rekawek.toxiproxy.model.ToxicDirection.DOWNSTREAM;
import static eu.rekawek.toxiproxy.model.ToxicDirection.UPSTREAM;
import static org.assertj.core.api.Assertions.assertThat;

import eu.rekawek.toxiproxy.model.toxic.Bandwidth;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class BandwidthToxicTest {
    @AutoClose
    private final Rig rig = new Rig();

    @Test
    void keepsTheMeanRate() throws Exception {
        rig.proxy().toxics().bandwidth("narrow", DOWNSTREAM, 100);
        Rig.Link link = rig.connect();

        long sent = link.server().send(200_000);

        assertAfter(between(sent, link.client().awaitBytes(1)), 100);
        assertAfter(between(sent, link.client().awaitBytes(90_000)), 900);
        assertAfter(between(sent, link.client().awaitBytes(200_000)), 2_000);
        assertThat(link.client().received()).isEqualTo(Peer.bytes(200_000));
    }

    @Test
    void costsAnIdleConnectionWhatItSends() throws Exception {
        rig.proxy().toxics().bandwidth("narrow", UPSTREAM, 10);
        Rig.Link link = rig.connect();

        assertAfter(between(link.client().send(100), link.server().awaitBytes(100)), 10);
        assertAfter(between(link.client().send(1_000), link.server().awaitBytes(1_100)), 100);
        long sent = link.client().send(2_000);
        assertAfter(between(sent, link.server().awaitBytes(2_100)), 100);
        assertAfter(between(sent, link.server().awaitBytes(3_100)), 200);
    }

    @Test
    void isExactAtHighRates() throws Exception {
        rig.proxy().toxics().bandwidth("wide", DOWNSTREAM, 20_000);
        Rig.Link link = rig.connect();

        long sent = link.server().send(10_000_000);

        assertAfter(between(sent, link.client().awaitBytes(10_000_000)), 500);
    }

    @Test
    void passesNothingAtRateZeroUntilRemoved() throws Exception {
        Bandwidth bandwidth = rig.proxy().toxics().bandwidth("shut", UPSTREAM, 0);
        Rig.Link link = rig.connect();

        link.client().send(100_000);
        long answered = link.server().send(1_000_000);
        assertAtOnce(between(answered, link.client().awaitBytes(100_000)));
        Millis.pass(200);
        assertThat(link.server().count()).isZero();
        assertThat(link.client().isOpen()).isTrue();

        long removed = System.nanoTime();
        bandwidth.remove();
        assertAtOnce(between(removed, link.server().awaitBytes(100_000)));
        assertThat(link.server().received()).isEqualTo(Peer.bytes(100_000));
    }

    @Test
    void deliversTheRestAtOnceWhenRemoved() throws Exception {
        Bandwidth bandwidth = rig.proxy().toxics().bandwidth("narrow", DOWNSTREAM, 50);
        Rig.Link link = rig.connect();
        link.server().send(200_000);
        link.client().awaitBytes(20_000);

        long removed = System.nanoTime();
        bandwidth.remove();

        assertAtOnce(between(removed, link.client().awaitBytes(200_000)));
        assertThat(link.client().received()).isEqualTo(Peer.bytes(200_000));
    }

    @Test
    void takesANewRateAtOnce() throws Exception {
        Bandwidth bandwidth = rig.proxy().toxics().bandwidth("narrow", DOWNSTREAM, 1);
        Rig.Link link = rig.connect();
        link.server().send(300_000);
        Millis.pass(100);

        long changed = System.nanoTime();
        bandwidth.setRate(1_000);

        // What the toxic had in hand goes at once, the rest at the new rate.
        assertAfter(between(changed, link.client().awaitBytes(300_000)), 267);
        assertThat(link.client().received()).isEqualTo(Peer.bytes(300_000));
    }

    @Test
    void takesANegativeRateForNoLimit() throws Exception {
        rig.proxy().toxics().bandwidth("odd", DOWNSTREAM, -1);
        Rig.Link link = rig.connect();

        long sent = link.server().send(100_000);

        assertAtOnce(between(sent, link.client().awaitBytes(100_000)));
    }

    @Test
    void takesAnAbsurdRateForNoLimit() throws Exception {
        rig.proxy().toxics().bandwidth("odd", DOWNSTREAM, Long.MAX_VALUE);
        Rig.Link link = rig.connect();

        long sent = link.server().send(100_000);

        assertAtOnce(between(sent, link.client().awaitBytes(100_000)));
    }
}

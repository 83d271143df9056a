package dev.relaybench.harness.toxiproxy;

import static dev.relaybench.harness.toxiproxy.Millis.assertAfter;
import static dev.relaybench.harness.toxiproxy.Millis.assertAtOnce;
import static dev.relaybench.harness.toxiproxy.Millis.between;
import static eu.rekawek.toxiproxy.model.ToxicDirection.DOWNSTREAM;
import static eu.rekawek.toxiproxy.model.ToxicDirection.UPSTREAM;
import static org.assertj.core.api.Assertions.assertThat;

import eu.rekawek.toxiproxy.model.toxic.LimitData;
import eu.rekawek.toxiproxy.model.toxic.SlowClose;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// Toxics that act on the end of a stream: slow_close and limit_data.
@Execution(ExecutionMode.CONCURRENT)
class CloseToxicsTest {
    @AutoClose
    private final Rig rig = new Rig();

    private static double finMillis(Peer peer, long sinceNanos) {
        Peer.End end = peer.awaitEnd();
        assertThat(end.how()).isEqualTo(Peer.Ending.FIN);
        return between(sinceNanos, end.atNanos());
    }

    @Nested
    class SlowCloseToxic {
        @Test
        void holdsTheEndButNotTheData() throws Exception {
            rig.proxy().toxics().slowClose("linger", DOWNSTREAM, 500);
            Rig.Link link = rig.connect();

            long sent = link.server().send(10);
            long closed = link.server().closeNow();

            assertAtOnce(between(sent, link.client().awaitBytes(10)));
            assertAfter(finMillis(link.client(), closed), 500);
        }

        @Test
        void holdsTheClientsEndFromTheServer() throws Exception {
            rig.proxy().toxics().slowClose("linger", UPSTREAM, 500);
            Rig.Link link = rig.connect();

            long closed = link.client().closeNow();

            assertAfter(finMillis(link.server(), closed), 500);
        }

        @Test
        void letsAnAnswerThroughMeanwhile() throws Exception {
            rig.proxy().toxics().slowClose("linger", UPSTREAM, 500);
            Rig.Link link = rig.connect();

            long shut = link.client().shutOutput();
            Millis.pass(100);
            link.server().send(20);

            link.client().awaitBytes(20);
            assertAfter(finMillis(link.client(), shut), 500);
            assertAfter(finMillis(link.server(), shut), 500);
        }

        @Test
        void letsTheEndGoWhenRemoved() throws Exception {
            SlowClose slowClose = rig.proxy().toxics().slowClose("linger", DOWNSTREAM, 10_000);
            Rig.Link link = rig.connect();
            link.server().closeNow();
            Millis.pass(50);

            long removed = System.nanoTime();
            slowClose.remove();

            assertAtOnce(finMillis(link.client(), removed));
        }

        @Test
        void holdsTheEndForTheNewDelayWhenChanged() throws Exception {
            SlowClose slowClose = rig.proxy().toxics().slowClose("linger", DOWNSTREAM, 10_000);
            Rig.Link link = rig.connect();
            link.server().closeNow();
            Millis.pass(50);

            long changed = System.nanoTime();
            slowClose.setDelay(300);

            assertAfter(finMillis(link.client(), changed), 300);
        }
    }

    @Nested
    class LimitDataToxic {
        @Test
        void closesAfterThatManyBytes() throws Exception {
            rig.proxy().toxics().limitData("cut", UPSTREAM, 1_000);
            Rig.Link link = rig.connect();

            long sent = link.client().send(5_000);

            assertAtOnce(finMillis(link.server(), sent));
            assertAtOnce(finMillis(link.client(), sent));
            assertThat(link.server().count()).isEqualTo(1_000);
        }

        @Test
        void closesWhenExactlyThatManyCame() throws Exception {
            rig.proxy().toxics().limitData("cut", DOWNSTREAM, 1_000);
            Rig.Link link = rig.connect();

            long sent = link.server().send(1_000);

            assertAtOnce(finMillis(link.client(), sent));
            assertThat(link.client().count()).isEqualTo(1_000);
        }

        @Test
        void passesNothingAtZeroButStaysOpenWhileIdle() throws Exception {
            rig.proxy().toxics().limitData("cut", DOWNSTREAM, 0);
            Rig.Link link = rig.connect();
            Millis.pass(200);
            assertThat(link.client().isOpen()).isTrue();

            long sent = link.server().send(10);

            assertAtOnce(finMillis(link.client(), sent));
            assertThat(link.client().count()).isZero();
        }

        @Test
        void countsFromWhenItWasAdded() throws Exception {
            Rig.Link link = rig.connect();
            link.server().send(500);
            link.client().awaitBytes(500);

            rig.proxy().toxics().limitData("cut", DOWNSTREAM, 1_000);
            link.server().send(5_000);

            link.client().awaitEnd();
            assertThat(link.client().count()).isEqualTo(1_500);
        }

        @Test
        void keepsItsCountWhenChanged() throws Exception {
            LimitData limit = rig.proxy().toxics().limitData("cut", DOWNSTREAM, 1_000);
            Rig.Link link = rig.connect();
            link.server().send(600);
            link.client().awaitBytes(600);

            limit.setBytes(700);
            link.server().send(5_000);

            link.client().awaitEnd();
            assertThat(link.client().count()).isEqualTo(700);
        }

        @Test
        void cutsAStreamThatGoesOn() throws Exception {
            rig.proxy().toxics().limitData("cut", DOWNSTREAM, 100_000);
            Rig.Link link = rig.connect();

            link.server().sendInBackground(20_000_000);

            assertThat(link.client().awaitEnd().how()).isEqualTo(Peer.Ending.FIN);
            assertThat(link.client().count()).isEqualTo(100_000);
            link.server().awaitEnd();
        }
    }
}

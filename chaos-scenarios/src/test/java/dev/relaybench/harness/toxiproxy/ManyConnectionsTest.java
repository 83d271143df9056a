package dev.relaybench.harness.toxiproxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("needs the processor for itself")
class ManyConnectionsTest {
    private static final int CONNECTIONS = 200;
    private static final int BYTES = 65_536;

    @AutoClose
    private final Rig rig = new Rig();

    @Test
    void carriesTwoHundredConnectionsAtOnce() {
        List<Rig.Link> links = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            links.add(rig.connect());
        }
        for (Rig.Link link : links) {
            link.client().sendInBackground(BYTES);
            link.server().sendInBackground(BYTES);
        }
        for (Rig.Link link : links) {
            link.client().awaitBytes(BYTES);
            link.server().awaitBytes(BYTES);
            assertThat(Arrays.equals(link.client().received(), Peer.bytes(BYTES)))
                    .isTrue();
            assertThat(Arrays.equals(link.server().received(), Peer.bytes(BYTES)))
                    .isTrue();
        }
    }

    @Test
    void forgetsConnectionsThatHaveEnded() {
        for (int i = 0; i < 500; i++) {
            Rig.Link link = rig.connect();
            link.client().close();
            link.server().awaitEnd();
            link.server().close();
        }
        Rig.Link last = rig.connect();
        assertThat(last.roundTripMillis()).isLessThan(500);
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(threadsThatMoveData()).isEqualTo(2));
    }

    private static long threadsThatMoveData() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.matches("toxiproxy-(upstream|downstream|chain)"))
                .count();
    }
}

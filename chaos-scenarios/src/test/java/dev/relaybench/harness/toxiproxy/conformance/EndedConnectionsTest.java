package dev.relaybench.harness.toxiproxy.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("needs the processor for itself")
class EndedConnectionsTest {
    @AutoClose
    private final EmbeddedRig embedded = new EmbeddedRig();

    private final Rig rig = embedded.rig();

    @Test
    void forgetsConnectionsThatHaveEnded() throws Exception {
        for (int i = 0; i < 500; i++) {
            Link link = rig.connect();
            link.client().close();
            link.server().awaitEnd();
            link.server().close();
        }
        Link last = rig.connect();
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

package dev.relaybench.harness.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;

/// Checks how an external testbed refuses: by one sentence, in bounded time, without a secret, leaving nothing behind.
final class Refusals {
    /// Ten seconds of waiting, and what a busy machine adds.
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final Guest guest;

    Refusals(Guest guest) {
        this.guest = guest;
    }

    void refused(Map<String, String> settings, String sentence) throws Exception {
        refused(settings, InstantSource.system(), sentence);
    }

    /// @param sentence an expression where the sentence holds a figure
    void refused(Map<String, String> settings, InstantSource clock, String sentence) throws Exception {
        ServerContents before = ServerContents.of(guest);
        long start = System.nanoTime();
        assertThatThrownBy(() -> ExternalTestbed.start(guest.read(settings), clock))
                .isInstanceOf(TestbedException.class)
                .satisfies(failure -> assertThat(failure.getMessage())
                        .matches(text -> text.equals(sentence) || text.matches(sentence), "is: " + sentence))
                .satisfies(this::tellsNoSecret);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LIMIT);
        assertThat(ServerContents.of(guest)).isEqualTo(before);
    }

    private void tellsNoSecret(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            assertThat(each.toString()).doesNotContain(guest.secrets()).doesNotContain("wrong-secret");
        }
    }
}

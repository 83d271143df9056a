package dev.relaybench.harness.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NoticesTest {
    private final Notices notices = new Notices();

    @Test
    void aKafkaThatMakesTopicsByItselfIsNoticed() {
        notices.autoCreation("Kafka at k:1", Map.of("auto.create.topics.enable", "false"));
        notices.autoCreation("Kafka at k:1", Map.of());
        assertThat(notices.sentences()).isEmpty();
        notices.autoCreation("Kafka at k:1", Map.of("auto.create.topics.enable", "true"));
        assertThat(notices.sentences())
                .containsExactly(
                        "Kafka at k:1 makes topics by itself (auto.create.topics.enable): a client that is late"
                                + " may bring a topic back that a run has deleted.");
    }

    @Test
    void manyLeftoversAreCounted() {
        notices.leftovers("topic", List.of());
        notices.leftovers("topic", List.of("a", "b", "c", "d", "e", "f", "g"));
        assertThat(notices.sentences())
                .containsExactly(
                        "There is a topic of another run, which is left alone: a, b, c, d, e and 2 more; remove"
                                + " it yourself if no run needs it.");
    }

    @Test
    void aClockBehindASlowLinkIsNoticed() {
        notices.vague("it", new ClockSkew(Duration.ofMillis(1), Duration.ofMillis(50)));
        assertThat(notices.sentences()).isEmpty();
        notices.vague("it", new ClockSkew(Duration.ofMillis(1), Duration.ofMillis(51)));
        assertThat(notices.sentences())
                .containsExactly("The way to it is so slow that its clock could not be compared with this host's (1.0"
                        + " (+/- 51.0) ms): see to it that both are synchronised by NTP.");
    }
}

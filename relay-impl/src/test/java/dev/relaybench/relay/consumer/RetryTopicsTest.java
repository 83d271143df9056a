package dev.relaybench.relay.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RetryTopicsTest {
    private final RetryTopics topics = new RetryTopics("work", 3, Duration.ofSeconds(1));

    @Test
    void namesOneTopicForEachFurtherAttemptAndOneForTheDead() {
        assertThat(topics.others()).containsExactly("work-retry-0", "work-retry-1", "work-dlt");
        assertThat(new RetryTopics("work", 1, Duration.ofSeconds(1)).others()).containsExactly("work-dlt");
    }

    @Test
    void theTopicSaysWhichAttemptItIsAndWhereTheNextOneGoes() {
        assertThat(topics.attemptOf("work")).isEqualTo(1);
        assertThat(topics.after(1)).isEqualTo("work-retry-0");
        assertThat(topics.attemptOf("work-retry-0")).isEqualTo(2);
        assertThat(topics.after(2)).isEqualTo("work-retry-1");
        assertThat(topics.attemptOf("work-retry-1")).isEqualTo(3);
        assertThat(topics.after(3)).isEqualTo("work-dlt");
    }

    @Test
    void theDelayDoubles() {
        assertThat(topics.delayOf("work")).isZero();
        assertThat(topics.delayOf("work-retry-0")).isEqualTo(Duration.ofSeconds(1));
        assertThat(topics.delayOf("work-retry-1")).isEqualTo(Duration.ofSeconds(2));
        assertThat(topics.delayOf("work-dlt")).isZero();
    }

    @Test
    void theDelayOfManyAttemptsStaysWithinADay() {
        RetryTopics many = new RetryTopics("work", 20, Duration.ofDays(10_000));

        assertThat(many.delayBefore(20)).isEqualTo(Duration.ofDays(1));
    }
}

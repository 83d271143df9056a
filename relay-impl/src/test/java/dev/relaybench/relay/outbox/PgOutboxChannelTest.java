package dev.relaybench.relay.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PgOutboxChannelTest {
    private final RelayCounters counters = new RelayCounters();
    private final PgOutboxChannel channel = new PgOutboxChannel(2, counters);

    @Test
    void rejectsWithoutWaitingWhenFull() {
        assertThat(channel.offer(job())).isTrue();
        assertThat(channel.offer(job())).isTrue();
        assertThat(channel.offer(job())).isFalse();

        assertThat(counters.get(Counter.OFFERS_ACCEPTED)).isEqualTo(2);
        assertThat(counters.get(Counter.OFFERS_REJECTED)).isEqualTo(1);
        assertThat(counters.snapshot()).containsEntry("channelDepth", 2L);
    }

    @Test
    void takesWhatWaitsInOrderUpToTheLimit() throws InterruptedException {
        OutboxJob first = job();
        OutboxJob second = job();
        channel.offer(first);
        channel.offer(second);

        assertThat(channel.take(1, Duration.ZERO)).containsExactly(first);
        assertThat(channel.take(10, Duration.ZERO)).containsExactly(second);
        assertThat(channel.take(10, Duration.ZERO)).isEmpty();
    }

    private static OutboxJob job() {
        return new OutboxJob(new OutboxMessage(UUID.randomUUID(), "k", "t", "p"));
    }
}

package dev.relaybench.relay.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PgInboxChannelTest {
    private static final Duration SHORT = Duration.ofMillis(10);

    private final RelayCounters counters = new RelayCounters();
    private final PgInboxChannel channel = new PgInboxChannel(2, counters);

    @Test
    void givesJobsInTheirOrder() throws InterruptedException {
        InboxJob first = offer();
        InboxJob second = offer();

        assertThat(channel.take(SHORT)).contains(first);
        assertThat(channel.take(SHORT)).contains(second);
        assertThat(channel.take(SHORT)).isEmpty();
    }

    @Test
    void rejectsWithoutAWaitWhenFull() {
        offer();
        offer();

        assertThat(channel.offer(new InboxJob(UUID.randomUUID()))).isFalse();

        assertThat(channel.depth()).isEqualTo(2);
        assertThat(counters.get(Counter.INBOX_OFFERS_ACCEPTED)).isEqualTo(2);
        assertThat(counters.get(Counter.INBOX_OFFERS_REJECTED)).isEqualTo(1);
        assertThat(counters.snapshot()).containsEntry("inboxChannelDepth", 2L);
    }

    private InboxJob offer() {
        InboxJob job = new InboxJob(UUID.randomUUID());
        assertThat(channel.offer(job)).isTrue();
        return job;
    }
}

package dev.relaybench.relay.mode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.relaybench.relay.message.AsyncPublisher;
import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.message.PublishResult;
import dev.relaybench.relay.message.PublishResult.Acked;
import dev.relaybench.relay.message.PublishResult.Refused;
import dev.relaybench.relay.message.PublishResult.Unavailable;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.transaction.CommitOutcome.FastPath;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class InlineAsyncPublishTest {
    private final List<UUID> sent = new ArrayList<>();
    private final List<Consumer<PublishResult>> outcomes = new ArrayList<>();
    private final RelayCounters counters = new RelayCounters();
    private final InlineAsyncPublish mode = new InlineAsyncPublish(
            (message, outcome) -> {
                sent.add(message.id());
                outcomes.add(outcome);
            },
            counters);
    private final OutboxMessage message = new OutboxMessage(UUID.randomUUID(), "k", "t", "p");

    @Test
    void sendsNothingBeforeTheCommit() throws Exception {
        mode.beforeCommit(List.of(message));

        assertThat(sent).isEmpty();
    }

    @Test
    void sendsAfterTheCommitAndWaitsForNoOutcome() {
        assertThat(mode.afterCommit(List.of(message, message))).isEqualTo(FastPath.ACCEPTED);

        assertThat(sent).containsExactly(message.id(), message.id());
        assertThat(counters.get(Counter.PUBLISHED_INLINE)).isZero();
    }

    @Test
    void countsWhatBecomesOfThemAndTriesNoneAgain() {
        mode.afterCommit(List.of(message, message, message));

        outcomes.get(0).accept(new Acked(0, 0));
        outcomes.get(1).accept(new Refused("too large"));
        outcomes.get(2).accept(new Unavailable("gone"));

        assertThat(counters.get(Counter.PUBLISHED_INLINE)).isEqualTo(1);
        assertThat(counters.get(Counter.REFUSED)).isEqualTo(1);
        assertThat(counters.get(Counter.UNAVAILABLE)).isEqualTo(1);
        assertThat(sent).hasSize(3);
    }

    @Test
    void aTransactionWithoutMessagesSendsNothing() {
        assertThat(mode.afterCommit(List.of())).isEqualTo(FastPath.NONE);
    }

    @Test
    void aPublisherThatThrowsFailsNoTransaction() {
        AsyncPublisher broken = (ignored, outcome) -> {
            throw new IllegalStateException("closed");
        };
        InlineAsyncPublish unlucky = new InlineAsyncPublish(broken, counters);

        assertThatCode(() -> assertThat(unlucky.afterCommit(List.of(message))).isEqualTo(FastPath.REJECTED))
                .doesNotThrowAnyException();
        assertThat(counters.get(Counter.UNAVAILABLE)).isEqualTo(1);
    }
}

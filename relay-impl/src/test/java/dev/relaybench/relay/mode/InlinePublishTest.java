package dev.relaybench.relay.mode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.message.PublishResult;
import dev.relaybench.relay.message.PublishResult.Acked;
import dev.relaybench.relay.message.PublishResult.Refused;
import dev.relaybench.relay.message.PublishResult.Unavailable;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.testbed.MemoryPublisher;
import dev.relaybench.relay.trace.TraceScope;
import dev.relaybench.relay.transaction.CommitOutcome.FastPath;
import dev.relaybench.relay.transaction.NotPublishedException;
import io.opentelemetry.api.trace.SpanKind;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class InlinePublishTest {
    private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    private final MemoryPublisher publisher = new MemoryPublisher();
    private final RelayCounters counters = new RelayCounters();
    private final InlinePublish mode = new InlinePublish(publisher, counters);
    private final OutboxMessage first = message();
    private final OutboxMessage second = message();

    @Test
    void publishesBeforeTheCommitAndNotAfterIt() throws Exception {
        mode.beforeCommit(List.of(first, second));

        assertThat(publisher.published()).containsExactly(first.id(), second.id());
        assertThat(mode.afterCommit(List.of(first, second))).isEqualTo(FastPath.NONE);
        assertThat(publisher.count()).isEqualTo(2);
        assertThat(counters.get(Counter.PUBLISHED_INLINE)).isEqualTo(2);
    }

    static Stream<PublishResult> notAcked() {
        return Stream.of(new Refused("too large"), new Unavailable("gone"));
    }

    @ParameterizedTest
    @MethodSource("notAcked")
    void oneRecordThatIsNotAcknowledgedIsEnough(PublishResult result) {
        publisher.answer(message -> message.id().equals(second.id()) ? result : new Acked(0, 0));

        assertThatThrownBy(() -> mode.beforeCommit(List.of(first, second)))
                .isInstanceOf(NotPublishedException.class)
                .hasMessageContaining(result instanceof Refused ? "too large" : "gone");

        // The hole: the other one is out.
        assertThat(publisher.published()).containsExactly(first.id());
    }

    @Test
    void aPublisherThatThrowsHasNotPublished() {
        publisher.answer(message -> {
            throw new IllegalStateException("payload: " + message.payload());
        });

        assertThatThrownBy(() -> mode.beforeCommit(List.of(first)))
                .isInstanceOf(NotPublishedException.class)
                .hasMessage("the publisher failed: IllegalStateException");
        assertThat(counters.get(Counter.UNAVAILABLE)).isEqualTo(1);
    }

    @Test
    void aTransactionWithoutMessagesAsksNobody() {
        publisher.answer(message -> new Unavailable("gone"));

        assertThatCode(() -> mode.beforeCommit(List.of())).doesNotThrowAnyException();
    }

    @Test
    void theRecordCarriesTheTrace() throws Exception {
        try (TraceScope scope = TraceScope.open("test", SpanKind.SERVER, Map.of(TraceScope.TRACE_PARENT, TRACE))) {
            assertThat(scope).isNotNull();
            mode.beforeCommit(List.of(first, second.withHeaders(Map.of(TraceScope.TRACE_PARENT, "mine"))));
        }

        assertThat(publisher.messages().getFirst().headers().get(TraceScope.TRACE_PARENT))
                .startsWith("00-0af7651916cd43dd8448eb211c80319c-");
        assertThat(publisher.messages().getLast().headers()).containsEntry(TraceScope.TRACE_PARENT, "mine");
    }

    private static OutboxMessage message() {
        return new OutboxMessage(UUID.randomUUID(), "k", "t", "secret");
    }
}

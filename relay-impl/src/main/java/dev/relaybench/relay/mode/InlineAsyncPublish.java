package dev.relaybench.relay.mode;

import dev.relaybench.relay.message.AsyncPublisher;
import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.transaction.CommitOutcome.FastPath;
import dev.relaybench.relay.transaction.PublishMode;
import java.sql.Connection;
import java.util.List;

/// INLINE_ASYNC: sent after the commit, and forgotten. Unsafe: a dual write.
///
/// It publishes nothing that was rolled back, and waits for nobody, which makes it the upper limit of what any mode can
/// reach in a measurement. It loses events: those that a crash finds in memory, and those of an outage that lasts
/// longer than the client's own retries. Nobody finds out which; the counters say how many, for as long as the process
/// lives.
public final class InlineAsyncPublish implements PublishMode {
    private final AsyncPublisher publisher;
    private final RelayCounters counters;

    public InlineAsyncPublish(AsyncPublisher publisher, RelayCounters counters) {
        this.publisher = publisher;
        this.counters = counters;
    }

    @Override
    public void append(Connection connection, OutboxMessage message) {}

    @Override
    public FastPath afterCommit(List<OutboxMessage> messages) {
        FastPath taken = FastPath.NONE;
        for (OutboxMessage message : messages) {
            // One rejection counts, like that of a full channel.
            taken = send(message) && taken != FastPath.REJECTED ? FastPath.ACCEPTED : FastPath.REJECTED;
        }
        return taken;
    }

    private boolean send(OutboxMessage message) {
        try {
            publisher.sendAsync(Traced.now(message), result -> counters.increment(Outcomes.counterOf(result)));
            return true;
        } catch (RuntimeException failure) {
            counters.increment(Counter.UNAVAILABLE);
            return false;
        }
    }
}

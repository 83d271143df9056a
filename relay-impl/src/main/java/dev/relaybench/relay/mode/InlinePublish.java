package dev.relaybench.relay.mode;

import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.message.PublishResult;
import dev.relaybench.relay.message.PublishResult.Acked;
import dev.relaybench.relay.message.PublishResult.Refused;
import dev.relaybench.relay.message.PublishResult.Unavailable;
import dev.relaybench.relay.message.Publisher;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.transaction.CommitOutcome.FastPath;
import dev.relaybench.relay.transaction.NotPublishedException;
import dev.relaybench.relay.transaction.PublishMode;
import java.sql.Connection;
import java.util.List;

/// INLINE: published and confirmed inside the transaction, before its commit. What the broker does not acknowledge
/// rolls the transaction back.
///
/// It loses nothing, and has two holes that no care can close:
///
/// 1. The broker has the event before the database has the commit. If the commit then fails, or the process dies,
///    or the broker took some messages of the transaction and not the others, or took one without its answer getting
///    back, then something was published that never happened: a PHANTOM.
/// 2. A transaction, its connection and its row locks are held across a call of the broker. A slow broker makes a
///    slow application, and one that is away takes it down.
public final class InlinePublish implements PublishMode {
    private final Publisher publisher;
    private final RelayCounters counters;

    public InlinePublish(Publisher publisher, RelayCounters counters) {
        this.publisher = publisher;
        this.counters = counters;
    }

    @Override
    public void append(Connection connection, OutboxMessage message) {}

    @Override
    public void beforeCommit(List<OutboxMessage> messages) throws NotPublishedException {
        if (messages.isEmpty()) {
            return;
        }
        List<PublishResult> results = publish(messages.stream().map(Traced::now).toList());
        results.forEach(result -> counters.increment(Outcomes.counterOf(result)));
        for (PublishResult result : results) {
            switch (result) {
                case Acked ignored -> {}
                case Refused refused -> throw new NotPublishedException("the broker refuses it: " + refused.reason());
                case Unavailable away -> throw new NotPublishedException("the broker is away: " + away.reason());
            }
        }
    }

    /// Nothing is left to do.
    @Override
    public FastPath afterCommit(List<OutboxMessage> messages) {
        return FastPath.NONE;
    }

    private List<PublishResult> publish(List<OutboxMessage> messages) throws NotPublishedException {
        try {
            return publisher.publish(messages);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new NotPublishedException("interrupted while it was published");
        } catch (RuntimeException failure) {
            counters.increment(Counter.UNAVAILABLE);
            throw new NotPublishedException(
                    "the publisher failed: " + failure.getClass().getSimpleName());
        }
    }
}

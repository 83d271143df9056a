package dev.relaybench.relay.testbed;

import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.message.PublishResult;
import dev.relaybench.relay.message.PublishResult.Acked;
import dev.relaybench.relay.message.Publisher;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/// Keeps what is published, and answers as it is told.
public final class MemoryPublisher implements Publisher {
    private final List<OutboxMessage> published = new CopyOnWriteArrayList<>();
    private volatile Function<OutboxMessage, PublishResult> broker = message -> new Acked(0, 0);

    /// From now on the broker answers so. The function may block, and throw.
    public void answer(Function<OutboxMessage, PublishResult> answer) {
        broker = answer;
    }

    /// Ids of what the broker took, in order, once for each time.
    public List<UUID> published() {
        return published.stream().map(OutboxMessage::id).toList();
    }

    @Override
    public List<PublishResult> publish(List<OutboxMessage> messages) {
        return messages.stream().map(this::publish).toList();
    }

    @Override
    public void close(Duration timeout) {}

    private PublishResult publish(OutboxMessage message) {
        PublishResult result = broker.apply(message);
        if (result instanceof Acked) {
            published.add(message);
        }
        return result;
    }
}

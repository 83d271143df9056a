package dev.relaybench.relay.testbed;

import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.message.PublishResult;
import dev.relaybench.relay.message.PublishResult.Acked;
import dev.relaybench.relay.message.Publisher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/// Keeps what is published, and answers as it is told.
public final class MemoryPublisher implements Publisher {
    private final List<OutboxMessage> published = new ArrayList<>();
    private volatile Function<OutboxMessage, PublishResult> broker = message -> new Acked(0, 0);

    /// From now on the broker answers so. The function may block, and throw.
    public void answer(Function<OutboxMessage, PublishResult> answer) {
        broker = answer;
    }

    /// Ids of what the broker took, in order, once for each time.
    public List<UUID> published() {
        return messages().stream().map(OutboxMessage::id).toList();
    }

    /// What the broker took, in order, once for each time.
    public List<OutboxMessage> messages() {
        synchronized (published) {
            return List.copyOf(published);
        }
    }

    /// How often the broker took something.
    public int count() {
        synchronized (published) {
            return published.size();
        }
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
            synchronized (published) {
                published.add(message);
            }
        }
        return result;
    }
}

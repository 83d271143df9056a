package dev.relaybench.relay.message;

import java.time.Duration;
import java.util.List;

/// Sends messages to the broker.
public interface Publisher extends AutoCloseable {
    /// Sends all messages as one pipelined batch and waits for every outcome, within a bounded time.
    ///
    /// @return one result for each message, in their order; a failure of one message is a result, not an exception
    List<PublishResult> publish(List<OutboxMessage> messages) throws InterruptedException;

    /// Ends the publisher within the timeout. Messages in flight get an outcome.
    void close(Duration timeout);

    @Override
    default void close() {
        close(Duration.ofSeconds(1));
    }
}

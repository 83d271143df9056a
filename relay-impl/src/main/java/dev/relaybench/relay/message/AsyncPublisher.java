package dev.relaybench.relay.message;

import java.util.function.Consumer;

/// Sends messages to the broker and waits for nothing.
@FunctionalInterface
public interface AsyncPublisher {
    /// Takes the message and returns at once, whether the broker is there or not. Nobody keeps the message: what is not
    /// delivered within the client's own retries, or before the process ends, is gone.
    ///
    /// @param outcome told once, if the process lives for so long; called on any thread, must neither wait nor throw
    void sendAsync(OutboxMessage message, Consumer<PublishResult> outcome);
}

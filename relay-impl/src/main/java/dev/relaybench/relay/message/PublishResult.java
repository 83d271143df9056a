package dev.relaybench.relay.message;

/// The outcome of sending one message.
public sealed interface PublishResult {

    /// The broker has it, on all replicas in sync. Only this allows the row to be marked.
    record Acked(int partition, long offset) implements PublishResult {}

    /// The broker will not take this message as it is (too large, no such topic, not allowed ...). Its neighbours may
    /// be fine.
    record Refused(String reason) implements PublishResult {}

    /// No answer, or one that has nothing to do with this message: it may or may not have arrived, and the next attempt
    /// may succeed.
    record Unavailable(String reason) implements PublishResult {}
}

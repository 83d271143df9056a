package dev.relaybench.relay.outbox;

import dev.relaybench.relay.message.OutboxMessage;
/// A hint that a row waits. The row is the truth: the claim reads it again, and a lost job loses no message.
///
/// @param message what was appended; the sound claim uses its id only

public record OutboxJob(OutboxMessage message) {}

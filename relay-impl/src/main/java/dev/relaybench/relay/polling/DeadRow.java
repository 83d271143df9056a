package dev.relaybench.relay.polling;

import java.time.Instant;
import java.util.UUID;

/// A row that was given up, for people: without its payload.
///
/// @param attempts how often it was refused
/// @param lastError what was said the last time; empty if nothing was
public record DeadRow(
        UUID id,
        String aggregateType,
        String aggregateId,
        String topic,
        int attempts,
        String lastError,
        Instant createdAt) {}

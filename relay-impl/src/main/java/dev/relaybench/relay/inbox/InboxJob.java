package dev.relaybench.relay.inbox;

import java.util.UUID;

/// A hint that a row waits. The row is the truth: the claim reads it again, and a lost job loses no request.
public record InboxJob(UUID id) {}

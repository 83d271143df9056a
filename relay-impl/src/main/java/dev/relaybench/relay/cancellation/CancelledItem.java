package dev.relaybench.relay.cancellation;

import java.util.UUID;

/// An item that was cancelled with its payment.
record CancelledItem(UUID id, long amount) {}

package dev.relaybench.relay.mode;

import dev.relaybench.relay.message.PublishResult;
import dev.relaybench.relay.message.PublishResult.Acked;
import dev.relaybench.relay.message.PublishResult.Refused;
import dev.relaybench.relay.message.PublishResult.Unavailable;
import dev.relaybench.relay.metrics.Counter;

/// What is counted of a record that was sent without an outbox.
final class Outcomes {
    private Outcomes() {}

    static Counter counterOf(PublishResult result) {
        return switch (result) {
            case Acked ignored -> Counter.PUBLISHED_INLINE;
            case Refused ignored -> Counter.REFUSED;
            case Unavailable ignored -> Counter.UNAVAILABLE;
        };
    }
}

package dev.relaybench.relay.polling;

import dev.relaybench.relay.loop.Loop;
import dev.relaybench.relay.loop.Part;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The loops of a polling outbox: the poll, and those that keep the table in order.
public final class PollingOutboxPart implements Part {
    private final Optional<Loop> polling;
    private final List<Loop> upkeep;

    /// @param polling empty if the publisher is disabled
    public PollingOutboxPart(Optional<Loop> polling, List<Loop> upkeep) {
        this.polling = polling;
        this.upkeep = List.copyOf(upkeep);
    }

    @Override
    public List<Loop> loops() {
        return Stream.concat(polling.stream(), upkeep.stream()).toList();
    }

    /// What the last process left behind goes first, and the producer finds its brokers before requests come.
    @Override
    public boolean awaitReady(Duration limit) throws InterruptedException {
        return polling.isEmpty() || polling.get().awaitFirstPause(limit);
    }
}

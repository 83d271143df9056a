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
    private final Upkeep upkeep;

    /// The loops beside the poll.
    ///
    /// @param first those that the poll waits for, see {@link PollingUpkeep#first}
    /// @param later those that nobody waits for
    /// @param close called when all loops have ended
    public record Upkeep(List<Loop> first, List<Loop> later, Runnable close) {
        /// Copies the lists.
        public Upkeep {
            first = List.copyOf(first);
            later = List.copyOf(later);
        }
    }

    /// @param polling empty if the publisher is disabled
    public PollingOutboxPart(Optional<Loop> polling, Upkeep upkeep) {
        this.polling = polling;
        this.upkeep = upkeep;
    }

    @Override
    public List<Loop> loops() {
        return Stream.of(upkeep.first().stream(), polling.stream(), upkeep.later().stream())
                .flatMap(loops -> loops)
                .toList();
    }

    /// What the last process left behind goes first, and the producer finds its brokers before requests come.
    @Override
    public boolean awaitReady(Duration limit) throws InterruptedException {
        boolean ready = true;
        for (Loop loop : upkeep.first()) {
            ready &= loop.awaitFirstPause(limit);
        }
        return polling.isEmpty() ? ready : polling.get().awaitFirstPause(limit) && ready;
    }

    @Override
    public void close() {
        upkeep.close().run();
    }
}

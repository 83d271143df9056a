package dev.relaybench.relay.outbox;

import dev.relaybench.relay.loop.Loop;
import dev.relaybench.relay.loop.Part;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// The outbox half of S1: immediate workers that drain the channel at a stop, and the polling worker.
public final class ChannelOutboxPart implements Part {
    private final PgOutboxChannel channel;
    private final Loop polling;
    private final List<Loop> immediate;

    public ChannelOutboxPart(PgOutboxChannel channel, Loop polling, List<Loop> immediate) {
        this.channel = channel;
        this.polling = polling;
        this.immediate = List.copyOf(immediate);
    }

    @Override
    public List<Loop> loops() {
        return Stream.concat(Stream.of(polling), immediate.stream()).toList();
    }

    /// What the last process left behind goes first, and the producer finds its brokers before requests come: a relay
    /// that is ready can publish. Without a broker it gets ready all the same, only later.
    @Override
    public boolean awaitReady(Duration limit) throws InterruptedException {
        return polling.awaitFirstPause(limit);
    }

    @Override
    public void finish() {
        polling.stop();
        immediate.forEach(Loop::finish);
    }

    @Override
    public int left() {
        return channel.depth();
    }
}

package dev.relaybench.relay.inbox;

import dev.relaybench.relay.kafka.RecordSource;
import dev.relaybench.relay.loop.Loop;
import dev.relaybench.relay.loop.Part;
import java.time.Duration;
import java.util.List;

/// The first half of the inbox, which a stop ends first: nothing comes in any more, and then the workers drain the
/// channel.
public final class InboxListenerPart implements Part {
    private final InboxListener listener;
    private final RecordSource source;
    private final Loop loop;

    public InboxListenerPart(InboxListener listener, RecordSource source, Loop loop) {
        this.listener = listener;
        this.source = source;
        this.loop = loop;
    }

    @Override
    public List<Loop> loops() {
        return List.of(loop);
    }

    @Override
    public void finish() {
        // In this order: the loop must not end before the cycle that leaves the group.
        listener.finish();
        loop.finish();
    }

    @Override
    public void close() {
        try {
            if (loop.awaitEnd(Duration.ZERO)) {
                source.close();
            }
        } catch (InterruptedException interrupted) {
            // The process ends, and the group notices by itself.
            Thread.currentThread().interrupt();
        }
    }
}

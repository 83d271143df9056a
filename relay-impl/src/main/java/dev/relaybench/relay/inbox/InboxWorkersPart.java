package dev.relaybench.relay.inbox;

import dev.relaybench.relay.loop.Loop;
import dev.relaybench.relay.loop.Part;
import dev.relaybench.relay.vendor.Vendor;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// The second half of the inbox: immediate workers that drain the channel at a stop, and the polling worker.
public final class InboxWorkersPart implements Part {
    private final PgInboxChannel channel;
    private final PgInboxPollingWorker pollingWorker;
    private final Loop polling;
    private final List<Loop> immediate;
    private final Vendor vendor;

    /// @param vendor closed with the part
    public InboxWorkersPart(
            PgInboxChannel channel,
            PgInboxPollingWorker pollingWorker,
            Loop polling,
            List<Loop> immediate,
            Vendor vendor) {
        this.channel = channel;
        this.pollingWorker = pollingWorker;
        this.polling = polling;
        this.immediate = List.copyOf(immediate);
        this.vendor = vendor;
    }

    @Override
    public List<Loop> loops() {
        return Stream.concat(Stream.of(polling), immediate.stream()).toList();
    }

    /// What the last process left behind goes first.
    @Override
    public boolean awaitReady(Duration limit) throws InterruptedException {
        return polling.awaitFirstPause(limit);
    }

    @Override
    public void finish() {
        pollingWorker.finish();
        polling.stop();
        immediate.forEach(Loop::finish);
    }

    @Override
    public int left() {
        return channel.depth();
    }

    /// Calls that still run end without an answer: their rows stay in progress, and are asked about later.
    @Override
    public void close() {
        vendor.close();
    }
}

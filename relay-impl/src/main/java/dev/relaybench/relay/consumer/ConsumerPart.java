package dev.relaybench.relay.consumer;

import dev.relaybench.relay.loop.Loop;
import dev.relaybench.relay.loop.Part;
import dev.relaybench.relay.vendor.Vendor;
import java.time.Duration;
import java.util.List;

/// The idempotent consumer as a part of the relay.
public final class ConsumerPart implements Part {
    private final WorkConsumer consumer;
    private final Loop loop;
    private final Vendor vendor;

    /// @param loop runs the consumer
    /// @param vendor closed with the part
    public ConsumerPart(WorkConsumer consumer, Loop loop, Vendor vendor) {
        this.consumer = consumer;
        this.loop = loop;
        this.vendor = vendor;
    }

    @Override
    public List<Loop> loops() {
        return List.of(loop);
    }

    /// A relay that is ready gets work, if there is any and the broker is there.
    @Override
    public boolean awaitReady(Duration limit) throws InterruptedException {
        return consumer.awaitReady(limit);
    }

    @Override
    public void finish() {
        consumer.finish();
        // Not its stop: it needs a cycle to leave the group.
        loop.finish();
    }

    @Override
    public void close() {
        vendor.close();
    }
}

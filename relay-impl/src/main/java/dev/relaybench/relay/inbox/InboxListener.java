package dev.relaybench.relay.inbox;

import dev.relaybench.relay.kafka.RecordSource;
import dev.relaybench.relay.loop.Cycle;
import dev.relaybench.relay.loop.Next;
import dev.relaybench.relay.loop.Trigger;
import dev.relaybench.relay.message.InboundRecord;
import java.time.Duration;
import java.util.List;

/// The consumer thread: stores records, commits, hands them over, and only then commits their offsets. Nobody else
/// touches the consumer.
///
/// The order is the promise. A crash before the offsets are committed brings the records again, and the table knows
/// them.
public final class InboxListener implements Cycle {
    /// How long one cycle waits for records; bounds how long the thread takes to notice that it should stop.
    static final Duration POLL_TIMEOUT = Duration.ofMillis(100);

    private final RecordSource source;
    private final InboxStore store;
    private final HandOver handOver;
    private volatile boolean finishing;

    public InboxListener(RecordSource source, InboxStore store, HandOver handOver) {
        this.source = source;
        this.store = store;
        this.handOver = handOver;
    }

    /// The next cycle leaves the group, so that others get the partitions without a wait.
    void finish() {
        finishing = true;
    }

    @Override
    public Next run(Trigger trigger) throws Exception {
        if (finishing) {
            source.close();
            return Next.PAUSE;
        }
        List<InboundRecord> records = source.poll(POLL_TIMEOUT);
        if (!records.isEmpty()) {
            boolean done = false;
            try {
                handOver.accept(store.store(records));
                done = true;
            } finally {
                if (!done) {
                    source.rewind();
                }
            }
            source.commit();
        }
        return Next.AT_ONCE;
    }
}

package dev.relaybench.relay.consumer;

import dev.relaybench.relay.kafka.ConsumerFactory;
import dev.relaybench.relay.kafka.PausingSource;
import dev.relaybench.relay.kafka.RecordForwarder;
import dev.relaybench.relay.kafka.TopicDirectory;
import dev.relaybench.relay.loop.Cycle;
import dev.relaybench.relay.loop.Next;
import dev.relaybench.relay.loop.Trigger;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.vendor.Vendor;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// One consumer for the topic, its retry topics and its dead letters, on one thread; a cycle is one poll.
///
/// The call is made on that thread, between two polls, and not on another one: then no record is in hand when
/// partitions are taken away, and nothing has to be called off. The price is that a batch must be done within the poll
/// interval, which a rule of the settings sees to.
public final class WorkConsumer implements Cycle {
    /// Bounds how long a stop is not noticed.
    private static final Duration POLL_MAX = Duration.ofMillis(250);

    private final WorkTopics topics;
    private final Delivery delivery;
    private final RecordForwarder forwarder;
    private final PausingSource source;
    private final CountDownLatch ready = new CountDownLatch(1);
    private volatile boolean finishing;

    /// The ways to Kafka.
    ///
    /// @param timeout longest wait for offsets to be taken, and for leaving the group
    public record Links(
            ConsumerFactory consumers, RecordForwarder forwarder, TopicDirectory directory, Duration timeout) {}

    public WorkConsumer(
            RetryTopics names, Links links, WorkTable table, Vendor vendor, WorkRules rules, RelayCounters counters) {
        topics = new WorkTopics(names, links.directory());
        forwarder = links.forwarder();
        delivery = new Delivery(
                topics,
                new WorkHandler(table, vendor, rules, counters),
                new DeadLetterHandler(table, vendor, rules, counters),
                forwarder,
                counters);
        source = new PausingSource(links.consumers(), links.timeout(), ready::countDown, counters);
    }

    @Override
    public Next run(Trigger trigger) throws Exception {
        boolean sound = false;
        try {
            if (!finishing && !topics.look()) {
                return Next.BACK_OFF;
            }
            if (!finishing) {
                source.poll(topics.existing(), POLL_MAX, delivery, () -> finishing);
            }
            sound = true;
        } finally {
            if (!sound) {
                ready.countDown();
            }
            if (finishing) {
                source.close();
                forwarder.close();
            }
        }
        return finishing ? Next.PAUSE : Next.AT_ONCE;
    }

    /// The record in hand is finished, its offset committed, and the group left.
    void finish() {
        finishing = true;
    }

    /// Waits for the first partitions, or for the first failure.
    boolean awaitReady(Duration limit) throws InterruptedException {
        return ready.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }
}

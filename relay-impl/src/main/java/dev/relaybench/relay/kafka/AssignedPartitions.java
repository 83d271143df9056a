package dev.relaybench.relay.kafka;

import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The partitions of one consumer: how far each is done, and which of them wait. For the consumer's thread alone; the
/// listener is called within `poll`, when no record is in hand.
final class AssignedPartitions implements ConsumerRebalanceListener {
    private static final Logger LOG = LoggerFactory.getLogger(AssignedPartitions.class);

    private final Consumer<byte[], byte[]> consumer;
    private final Duration commitTimeout;
    private final Runnable onAssigned;
    private final RelayCounters counters;
    private final Map<TopicPartition, OffsetAndMetadata> done = new HashMap<>();
    private final Map<TopicPartition, Wait> waits = new HashMap<>();

    AssignedPartitions(
            Consumer<byte[], byte[]> consumer, Duration commitTimeout, Runnable onAssigned, RelayCounters counters) {
        this.consumer = consumer;
        this.commitTimeout = commitTimeout;
        this.onAssigned = onAssigned;
        this.counters = counters;
    }

    /// The record need not come again.
    void done(ConsumerRecord<byte[], byte[]> record) {
        TopicPartition partition = partition(record);
        done.put(partition, new OffsetAndMetadata(record.offset() + 1));
        waits.remove(partition);
    }

    /// The partition waits, and then begins with this record again.
    void hold(ConsumerRecord<byte[], byte[]> record, Duration pause) {
        TopicPartition partition = partition(record);
        consumer.seek(partition, record.offset());
        consumer.pause(List.of(partition));
        waits.put(partition, new Wait(record.offset(), System.nanoTime() + pause.toNanos(), true));
    }

    /// Whether the partition waits now.
    boolean isHeld(ConsumerRecord<byte[], byte[]> record) {
        Wait wait = waits.get(partition(record));
        return wait != null && wait.paused();
    }

    /// Whether the partition has waited for this very record.
    boolean hasWaited(ConsumerRecord<byte[], byte[]> record) {
        Wait wait = waits.get(partition(record));
        return wait != null && !wait.paused() && wait.offset() == record.offset();
    }

    /// Lets go on what has waited long enough.
    ///
    /// @return until the next one has, at most this long
    Duration resumeDue(Duration max) {
        long now = System.nanoTime();
        long next = max.toNanos();
        for (Map.Entry<TopicPartition, Wait> entry : waits.entrySet()) {
            Wait wait = entry.getValue();
            if (!wait.paused()) {
                continue;
            }
            long remaining = wait.untilNanos() - now;
            if (remaining <= 0) {
                consumer.resume(List.of(entry.getKey()));
                entry.setValue(new Wait(wait.offset(), wait.untilNanos(), false));
            } else {
                // The client counts in whole milliseconds, and would spin through the last one.
                next = Math.min(next, Math.max(remaining, 1_000_000));
            }
        }
        return Duration.ofNanos(next);
    }

    /// Tells the group how far the partitions are done. If it cannot be told now, the next call tells it.
    void commit() {
        if (done.isEmpty()) {
            return;
        }
        try {
            consumer.commitSync(Map.copyOf(done), commitTimeout);
            done.clear();
        } catch (RebalanceInProgressException | RetriableException later) {
            counters.increment(Counter.WORK_COMMITS_POSTPONED);
            LOG.debug("offsets are committed later", later);
        }
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        onAssigned.run();
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        commit();
        forget(partitions);
    }

    /// Somebody else has them already: to commit would be to speak for another.
    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        forget(partitions);
    }

    private void forget(Collection<TopicPartition> partitions) {
        partitions.forEach(done::remove);
        partitions.forEach(waits::remove);
    }

    private static TopicPartition partition(ConsumerRecord<byte[], byte[]> record) {
        return new TopicPartition(record.topic(), record.partition());
    }

    private record Wait(long offset, long untilNanos, boolean paused) {}
}

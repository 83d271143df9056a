package dev.relaybench.relay.kafka;

import dev.relaybench.relay.metrics.RelayCounters;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The records of some topics, as one member of a group, for one thread, one record after the other.
///
/// A record that is to wait stops its partition and nothing else: the partition is paused and goes back to it, and the
/// polls go on. Offsets are committed after the work, and when partitions are taken away. A consumer that failed is
/// thrown away, and the next poll makes another one; what was not committed then comes again.
public final class PausingSource implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PausingSource.class);

    private final ConsumerFactory factory;
    private final Duration timeout;
    private final Runnable onAssigned;
    private final RelayCounters counters;
    private @Nullable Session session;

    /// Connects to nobody yet.
    ///
    /// @param timeout longest wait for the broker to take offsets, and to let the consumer go
    /// @param onAssigned told each time when partitions have come, or none
    public PausingSource(ConsumerFactory factory, Duration timeout, Runnable onAssigned, RelayCounters counters) {
        this.factory = factory;
        this.timeout = timeout;
        this.onAssigned = onAssigned;
        this.counters = counters;
    }

    /// Waits for records and has those that are there handled.
    ///
    /// @param topics to read from; they may change from call to call
    /// @param enough asked between two records: true leaves the rest uncommitted
    /// @throws KafkaException if the consumer failed; the next call makes another one
    public void poll(Set<String> topics, Duration pollMax, RecordHandler handler, BooleanSupplier enough)
            throws InterruptedException {
        try {
            Session current = opened(topics);
            Duration next = current.partitions.resumeDue(pollMax);
            for (ConsumerRecord<byte[], byte[]> record : current.consumer.poll(next)) {
                if (enough.getAsBoolean()) {
                    break;
                }
                handle(current.partitions, record, handler);
            }
            current.partitions.commit();
        } catch (InterruptException interrupted) {
            boolean flag = Thread.interrupted();
            LOG.debug("interrupted, flag {}", flag, interrupted);
            throw new InterruptedException("interrupted while waiting for Kafka");
        } catch (RuntimeException | Error failure) {
            discard();
            throw failure;
        }
    }

    /// Commits what is done and leaves the group, so that others take over at once. The next poll would join it again.
    @Override
    public void close() {
        Session current = session;
        session = null;
        if (current != null) {
            // Revokes the partitions, which commits.
            current.consumer.close(CloseOptions.timeout(timeout));
        }
    }

    private static void handle(
            AssignedPartitions partitions, ConsumerRecord<byte[], byte[]> record, RecordHandler handler)
            throws InterruptedException {
        if (partitions.isHeld(record)) {
            return;
        }
        Optional<Duration> pause = handler.handle(new SourceRecord(record), partitions.hasWaited(record));
        if (pause.isPresent()) {
            partitions.hold(record, pause.get());
        } else {
            partitions.done(record);
        }
    }

    private Session opened(Set<String> topics) {
        Session current = session;
        if (current == null) {
            Consumer<byte[], byte[]> consumer = factory.create();
            current = new Session(consumer, new AssignedPartitions(consumer, timeout, onAssigned, counters));
            session = current;
        }
        if (!current.consumer.subscription().equals(topics)) {
            current.consumer.subscribe(topics, current.partitions);
        }
        return current;
    }

    private void discard() {
        try {
            close();
        } catch (KafkaException failure) {
            LOG.debug("the failed consumer could not be closed", failure);
        }
    }

    private record Session(Consumer<byte[], byte[]> consumer, AssignedPartitions partitions) {}
}

package dev.relaybench.relay.kafka;

import dev.relaybench.relay.message.InboundRecord;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The records of one topic, as one member of a group, for one thread.
///
/// After each {@link #poll} comes either {@link #commit}, once the records are safe elsewhere, or {@link #rewind}. A
/// consumer that failed for good is thrown away and the next poll makes another one; what was not committed then comes
/// again.
public final class RecordSource implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RecordSource.class);

    private final ConsumerFactory factory;
    private final String topic;
    private final Duration commitTimeout;
    private final RelayCounters counters;
    private final Map<TopicPartition, Long> firstOffsets = new HashMap<>();
    private final Map<TopicPartition, OffsetAndMetadata> nextOffsets = new HashMap<>();
    private @Nullable Consumer<byte[], byte[]> consumer;

    /// Connects to nobody yet.
    ///
    /// @param commitTimeout longest wait for the broker to take offsets
    public RecordSource(ConsumerFactory factory, String topic, Duration commitTimeout, RelayCounters counters) {
        this.factory = factory;
        this.topic = topic;
        this.commitTimeout = commitTimeout;
        this.counters = counters;
    }

    /// Waits for records, and takes those that are there.
    ///
    /// @return empty if none came in time
    /// @throws KafkaException if the broker failed; the next call may succeed
    public List<InboundRecord> poll(Duration timeout) throws InterruptedException {
        firstOffsets.clear();
        nextOffsets.clear();
        try {
            ConsumerRecords<byte[], byte[]> polled = opened().poll(timeout);
            List<InboundRecord> records = new ArrayList<>(polled.count());
            for (ConsumerRecord<byte[], byte[]> record : polled) {
                TopicPartition partition = new TopicPartition(record.topic(), record.partition());
                firstOffsets.putIfAbsent(partition, record.offset());
                records.add(read(record));
            }
            nextOffsets.putAll(polled.nextOffsets());
            return records;
        } catch (InterruptException interrupted) {
            throw interrupted(interrupted);
        } catch (RetriableException passing) {
            throw passing;
        } catch (KafkaException | IllegalStateException fatal) {
            replace(fatal);
            throw fatal;
        }
    }

    /// Tells the group that the records of the last poll are done. A failure is logged and counted, and nothing more: a
    /// later commit covers these records as well, or whoever gets the partition next gets them again.
    public void commit() throws InterruptedException {
        if (nextOffsets.isEmpty() || consumer == null) {
            return;
        }
        try {
            consumer.commitSync(nextOffsets, commitTimeout);
        } catch (InterruptException interrupted) {
            throw interrupted(interrupted);
        } catch (KafkaException failure) {
            counters.increment(Counter.OFFSET_COMMITS_FAILED);
            LOG.atWarn()
                    .addKeyValue("topic", topic)
                    .log("offsets could not be committed, the records may come again: {}", failure.toString());
        }
    }

    /// Has the next poll begin with the first record of the last one.
    public void rewind() {
        Consumer<byte[], byte[]> current = consumer;
        if (current == null) {
            return;
        }
        firstOffsets.forEach((partition, offset) -> {
            if (current.assignment().contains(partition)) {
                current.seek(partition, offset);
            }
        });
    }

    /// Leaves the group. The next poll would join it again.
    @Override
    public void close() {
        Consumer<byte[], byte[]> current = consumer;
        consumer = null;
        if (current != null) {
            current.close(CloseOptions.timeout(commitTimeout));
        }
    }

    private Consumer<byte[], byte[]> opened() {
        Consumer<byte[], byte[]> current = consumer;
        if (current == null) {
            current = factory.create();
            consumer = current;
            current.subscribe(List.of(topic));
        }
        return current;
    }

    private void replace(Exception fatal) {
        LOG.warn("the consumer failed for good and is replaced: {}", fatal.toString());
        counters.increment(Counter.CONSUMERS_REPLACED);
        try {
            close();
        } catch (KafkaException failure) {
            LOG.debug("the failed consumer could not be closed", failure);
        }
    }

    private static InboundRecord read(ConsumerRecord<byte[], byte[]> record) {
        Map<String, String> headers = new HashMap<>();
        record.headers().forEach(header -> {
            String value = text(header.value());
            headers.put(header.key(), value == null ? "" : value);
        });
        return new InboundRecord(
                record.topic(), record.partition(), record.offset(), text(record.key()), text(record.value()), headers);
    }

    private static @Nullable String text(byte @Nullable [] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    /// The client sets the thread's flag as well; the exception alone says it from here on.
    private static InterruptedException interrupted(InterruptException cause) {
        boolean ignored = Thread.interrupted();
        LOG.debug("interrupted, flag {}", ignored, cause);
        return new InterruptedException("interrupted while waiting for Kafka");
    }
}

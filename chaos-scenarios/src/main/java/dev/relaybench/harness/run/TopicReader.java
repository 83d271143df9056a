package dev.relaybench.harness.run;

import dev.relaybench.harness.history.HistoryEvent;
import dev.relaybench.harness.history.PayloadHash;
import dev.relaybench.harness.testbed.Kafka;
import dev.relaybench.harness.workload.LiveRows;
import dev.relaybench.relay.spi.RelayContract;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads every partition of the run's topic from its beginning, past all proxies, and records what is there.
final class TopicReader implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TopicReader.class);
    private static final Duration END_LIMIT = Duration.ofSeconds(10);
    private static final Duration POLL = Duration.ofMillis(100);
    /// Between attempts to reach a broker, or to learn who leads.
    private static final Duration BACKOFF = Duration.ofMillis(20);
    /// A leader that has changed shows after this at the latest.
    private static final Duration METADATA_AGE_MAX = Duration.ofSeconds(1);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final List<TopicPartition> partitions;
    private final Consumer<HistoryEvent> history;
    private final LiveRows rows;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    /// Read on to the ends of the topics, then stop.
    private volatile boolean finishing;
    /// Stop now.
    private volatile boolean abandoned;
    private long records;

    private TopicReader(Kafka kafka, List<TopicPartition> partitions, Consumer<HistoryEvent> history, LiveRows rows) {
        this.partitions = partitions;
        this.history = history;
        this.rows = rows;
        Map<String, Object> options = new HashMap<>(kafka.clientProperties());
        options.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapDirect());
        // A reader that began anew would see each record twice and blame the relay.
        options.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        // What the reader loses when a partition gets another leader would count as the relay's.
        options.put(ConsumerConfig.RECONNECT_BACKOFF_MS_CONFIG, BACKOFF.toMillis());
        options.put(ConsumerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, BACKOFF.toMillis());
        options.put(ConsumerConfig.RETRY_BACKOFF_MS_CONFIG, BACKOFF.toMillis());
        options.put(ConsumerConfig.RETRY_BACKOFF_MAX_MS_CONFIG, BACKOFF.toMillis());
        options.put(ConsumerConfig.METADATA_MAX_AGE_CONFIG, METADATA_AGE_MAX.toMillis());
        options.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        this.consumer = new KafkaConsumer<>(options, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    static TopicReader start(
            Kafka kafka, List<TopicPartition> partitions, Consumer<HistoryEvent> history, LiveRows rows) {
        var reader = new TopicReader(kafka, partitions, history, rows);
        Thread.ofPlatform().daemon().name("topic-reader").start(reader::loop);
        return reader;
    }

    private void loop() {
        try (consumer) {
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            while (!finishing && !abandoned) {
                take();
            }
            if (!abandoned) {
                readToEnds();
            }
            ended.complete(null);
        } catch (RuntimeException e) {
            ended.completeExceptionally(e);
        }
    }

    private void take() {
        var batch = consumer.poll(POLL);
        Instant seenAt = Instant.now();
        for (ConsumerRecord<byte[], byte[]> record : batch) {
            record(record, seenAt);
        }
    }

    private void record(ConsumerRecord<byte[], byte[]> record, Instant seenAt) {
        records++;
        @Nullable String id = id(record);
        history.accept(new HistoryEvent.Published(
                Instant.ofEpochMilli(record.timestamp()),
                seenAt,
                id,
                record.topic(),
                record.partition(),
                record.offset(),
                record.key() == null ? null : new String(record.key(), StandardCharsets.UTF_8),
                record.value() == null ? "null" : PayloadHash.of(record.value())));
        if (id != null) {
            rows.published(id);
        }
    }

    private static @Nullable String id(ConsumerRecord<byte[], byte[]> record) {
        var header = record.headers().lastHeader(RelayContract.EVENT_ID_HEADER);
        return header == null || header.value() == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }

    private void readToEnds() {
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            if (abandoned) {
                return;
            }
            take();
        }
        history.accept(new HistoryEvent.TopicsRead(Instant.now(), records));
    }

    /// Reads on to the ends that the topics have now, records that they were reached, and stops.
    ///
    /// @return whether the ends were reached within the limit
    boolean finish(Duration limit) throws InterruptedException {
        finishing = true;
        try {
            ended.get(limit.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("the topic reader failed: " + e.getCause(), e.getCause());
        }
    }

    /// Returns once the reader is gone: the topic may be deleted next.
    @Override
    public void close() {
        abandoned = true;
        try {
            ended.get(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("The topic reader did not end in good order: {}", e.toString());
        }
    }
}

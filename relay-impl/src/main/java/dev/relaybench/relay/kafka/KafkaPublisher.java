package dev.relaybench.relay.kafka;

import dev.relaybench.relay.message.AsyncPublisher;
import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.message.PublishResult;
import dev.relaybench.relay.message.PublishResult.Refused;
import dev.relaybench.relay.message.Publisher;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Publishes through one shared producer and waits for every acknowledgement.
///
/// A producer that failed for good is replaced by a new one; its records end as unavailable and come again.
public final class KafkaPublisher implements Publisher, AsyncPublisher {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaPublisher.class);

    private final ProducerFactory factory;
    private final Duration timeout;
    private final RecordFormat format;
    private final RelayCounters counters;
    private final AsyncSends async = new AsyncSends(this::current, this::replace);
    private final ReentrantLock lifecycle = new ReentrantLock();
    private volatile Producer<String, byte[]> producer;
    private boolean closed;

    /// A publisher of raw payloads.
    ///
    /// @param timeout longest time that one call of {@link #publish} waits for outcomes
    public KafkaPublisher(ProducerFactory factory, Duration timeout, RelayCounters counters) {
        this(factory, timeout, RecordFormat.RAW, counters);
    }

    /// @param timeout longest time that one call of {@link #publish} waits for outcomes
    public KafkaPublisher(ProducerFactory factory, Duration timeout, RecordFormat format, RelayCounters counters) {
        this.factory = factory;
        this.timeout = timeout;
        this.format = format;
        this.counters = counters;
        this.producer = factory.create();
    }

    @Override
    public List<PublishResult> publish(List<OutboxMessage> messages) throws InterruptedException {
        Producer<String, byte[]> current = producer;
        SendBatch batch = new SendBatch(current, timeout, format);
        List<Future<RecordMetadata>> sent = new ArrayList<>(messages.size());
        for (OutboxMessage message : messages) {
            sent.add(batch.send(message));
        }
        List<PublishResult> results = new ArrayList<>(messages.size());
        for (Future<RecordMetadata> future : sent) {
            results.add(batch.await(future));
        }
        if (batch.producerLost()) {
            replace(current);
        }
        return results;
    }

    @Override
    public void sendAsync(OutboxMessage message, Consumer<PublishResult> outcome) {
        if (SendBatch.isTopicName(message.topic())) {
            async.send(SendBatch.toRecord(message, format), outcome);
        } else {
            outcome.accept(new Refused("not the name of a topic"));
        }
    }

    @Override
    public void close(Duration closeTimeout) {
        async.close(closeTimeout);
        lifecycle.lock();
        try {
            closed = true;
            producer.close(closeTimeout);
        } finally {
            lifecycle.unlock();
        }
    }

    private Producer<String, byte[]> current() {
        return producer;
    }

    @SuppressWarnings("ReferenceEquality") // Is it still this very producer?
    private void replace(Producer<String, byte[]> failed) {
        lifecycle.lock();
        try {
            // Two workers may have met the same failure, and after a close every send fails.
            if (!closed && producer == failed) {
                LOG.warn("the producer failed for good and is replaced");
                counters.increment(Counter.PRODUCERS_REPLACED);
                producer = factory.create();
                failed.close(Duration.ZERO);
            }
        } finally {
            lifecycle.unlock();
        }
    }
}

package dev.relaybench.relay.kafka;

import dev.relaybench.relay.message.PublishResult;
import dev.relaybench.relay.message.PublishResult.Acked;
import dev.relaybench.relay.message.PublishResult.Unavailable;
import dev.relaybench.relay.settings.KafkaSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/// Sends records on to other topics, bytes for bytes, acknowledged by all replicas in sync. For one thread.
public final class RecordForwarder implements AutoCloseable {
    private final Map<String, Object> properties;
    private final Duration timeout;
    private @Nullable Producer<byte[], byte[]> producer;

    /// Connects to nobody yet.
    public RecordForwarder(KafkaSettings settings) {
        Map<String, Object> safe = ProducerFactory.safeProperties(settings);
        safe.put(ProducerConfig.CLIENT_ID_CONFIG, "relaybench-forwarder");
        this.properties = Map.copyOf(safe);
        this.timeout = settings.publishTimeoutMax();
    }

    /// Sends one record on and waits for its outcome.
    ///
    /// @param headers put in place of those of the same names; the others stay as they are
    public PublishResult forward(SourceRecord source, String topic, Map<String, String> headers)
            throws InterruptedException {
        ConsumerRecord<byte[], byte[]> raw = source.raw();
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(topic, null, raw.key(), raw.value(), raw.headers());
        headers.forEach(
                (name, value) -> record.headers().remove(name).add(name, value.getBytes(StandardCharsets.UTF_8)));
        return send(record);
    }

    /// What is still on its way is given up.
    @Override
    public void close() {
        Producer<byte[], byte[]> current = producer;
        producer = null;
        if (current != null) {
            current.close(Duration.ZERO);
        }
    }

    private PublishResult send(ProducerRecord<byte[], byte[]> record) throws InterruptedException {
        try {
            RecordMetadata metadata = opened().send(record).get(timeout.toNanos(), TimeUnit.NANOSECONDS);
            return new Acked(metadata.partition(), metadata.offset());
        } catch (TimeoutException noAnswer) {
            return new Unavailable("no outcome in time");
        } catch (ExecutionException failed) {
            Throwable failure = failed.getCause() == null ? failed : failed.getCause();
            if (Verdicts.isFatal(failure)) {
                close();
            }
            return Verdicts.of(failure);
        } catch (InterruptException interrupted) {
            throw new InterruptedException("interrupted while sending");
        } catch (RuntimeException failed) {
            // The client itself: closed, or in a state from which it does not come back.
            close();
            return new Unavailable(failed.getClass().getSimpleName());
        }
    }

    private Producer<byte[], byte[]> opened() {
        Producer<byte[], byte[]> current = producer;
        if (current == null) {
            current = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
            producer = current;
        }
        return current;
    }
}

package dev.relaybench.harness.run;

import dev.relaybench.harness.fault.Brokers;
import dev.relaybench.harness.testbed.Kafka;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/// Asks the cluster whether it takes a record that all replicas must have, on a topic of its own, past all proxies.
final class ReplicaProbe implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final byte[] NOTHING = new byte[0];

    private final Kafka kafka;
    private final String topic;

    /// Creates the topic: it has to be there before brokers are gone.
    ReplicaProbe(Kafka kafka, String topic) {
        this.kafka = kafka;
        this.topic = topic;
        kafka.createTopic(topic, 1);
    }

    /// Sends one record, once.
    ///
    /// @return {@link Brokers#TAKEN}, or the name of the error
    String send() {
        Map<String, Object> options = new HashMap<>(kafka.clientProperties());
        options.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapDirect());
        options.put(ProducerConfig.ACKS_CONFIG, "all");
        options.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, false);
        options.put(ProducerConfig.RETRIES_CONFIG, 0);
        options.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, LIMIT.toMillis());
        options.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) LIMIT.toMillis());
        options.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) LIMIT.toMillis() + 1);
        options.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        try (var producer = new KafkaProducer<>(options, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(topic, NOTHING))
                    .get(LIMIT.multipliedBy(2).toMillis(), TimeUnit.MILLISECONDS);
            return Brokers.TAKEN;
        } catch (ExecutionException e) {
            return (e.getCause() == null ? e : e.getCause()).getClass().getSimpleName();
        } catch (TimeoutException e) {
            return e.getClass().getSimpleName();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted during a probe", e);
        }
    }

    @Override
    public void close() {
        kafka.deleteTopic(topic);
    }
}

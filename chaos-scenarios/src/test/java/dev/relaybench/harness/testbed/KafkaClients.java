package dev.relaybench.harness.testbed;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/// Plain clients for the tests.
final class KafkaClients {
    private KafkaClients() {}

    static KafkaProducer<String, String> producer(String bootstrap, Duration deliveryLimit) {
        return new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        bootstrap,
                        "max.block.ms",
                        Long.toString(deliveryLimit.toMillis()),
                        "request.timeout.ms",
                        "1000",
                        "delivery.timeout.ms",
                        Long.toString(deliveryLimit.toMillis()),
                        "reconnect.backoff.max.ms",
                        "100",
                        "linger.ms",
                        "0"),
                new StringSerializer(),
                new StringSerializer());
    }

    static RecordMetadata send(KafkaProducer<String, String> producer, String topic, String value)
            throws ExecutionException, InterruptedException, TimeoutException {
        return producer.send(new ProducerRecord<>(topic, value)).get(30, TimeUnit.SECONDS);
    }

    /// Everything in partition 0.
    static List<ConsumerRecord<String, String>> read(String bootstrap, String topic) {
        return read(bootstrap, topic, 0);
    }

    static List<ConsumerRecord<String, String>> read(String bootstrap, String topic, int number) {
        TopicPartition partition = new TopicPartition(topic, number);
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrap), new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end =
                    consumer.endOffsets(List.of(partition)).values().iterator().next();
            List<ConsumerRecord<String, String>> records = new ArrayList<>();
            while (consumer.position(partition) < end) {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
            }
            return records;
        }
    }
}

package dev.relaybench.harness.testbed;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/// Everything that a run does to Kafka, once: makes a topic, writes to it as a relay does, reads it, deletes it.
final class KafkaProbe {
    /// For messages that name permissions.
    static final String OURS = "with the prefix " + OwnNames.PREFIX;

    private static final String LIMIT_MILLIS = Integer.toString(KafkaLogin.LIMIT_SECONDS * 1_000);

    private final KafkaLogin login;
    private final ExternalKafka kafka;
    private final InstantSource clock;
    private final Notices notices;
    private final String topic = OwnNames.probe();

    KafkaProbe(KafkaLogin login, ExternalKafka kafka, InstantSource clock, Notices notices) {
        this.login = login;
        this.kafka = kafka;
        this.clock = clock;
        this.notices = notices;
    }

    /// Does it all.
    ///
    /// @param partitions one for each broker, so that each is likely to lead one
    /// @return what was seen: replicas, clock skew
    Map<String, String> run(int partitions) {
        try {
            kafka.createTopic(topic, partitions, Map.of("message.timestamp.type", "LogAppendTime"));
        } catch (TestbedException e) {
            throw login.failure("create topics", "Create and Describe on the topics " + OURS, e);
        }
        TopicDescription description = login.ask(
                "describe a topic",
                "Describe on the topics " + OURS,
                admin -> Objects.requireNonNull(
                        KafkaLogin.get(admin.describeTopics(List.of(topic)).allTopicNames())
                                .get(topic)));
        Map<String, String> found = new LinkedHashMap<>();
        found.put(
                "replication.factor",
                Integer.toString(description.partitions().getFirst().replicas().size()));
        write(description).forEach((broker, skew) -> found.put("clock-skew-ms." + broker, skew));
        read();
        try {
            kafka.deleteTopic(topic);
        } catch (TestbedException e) {
            throw login.failure(
                    "delete the topic " + topic + ", which stays behind",
                    "Delete on the topics " + OURS + ", and delete it",
                    e);
        }
        return found;
    }

    /// Writes to each partition and tells each leader's clock skew.
    private Map<String, String> write(TopicDescription description) {
        var options = login.options(Map.of(
                "acks", "all",
                "enable.idempotence", "true",
                "linger.ms", "0",
                "max.block.ms", LIMIT_MILLIS,
                "delivery.timeout.ms", LIMIT_MILLIS));
        Map<String, String> skews = new TreeMap<>();
        try (var producer = new KafkaProducer<>(options, new StringSerializer(), new ByteArraySerializer())) {
            for (TopicPartitionInfo partition : description.partitions()) {
                ClockSkew skew = ClockSkew.UNKNOWN;
                for (int i = 0; i < ClockSkew.ATTEMPTS; i++) {
                    skew = skew.orBetter(append(producer, partition.partition()));
                }
                var leader = partition.leader();
                String name = "the Kafka broker at " + leader.host() + ":" + leader.port();
                skews.put(leader.idString(), skew.required(name));
                notices.vague(name, skew);
            }
            return skews;
        } catch (ExecutionException | TimeoutException | InterruptedException | KafkaException e) {
            boolean idempotence =
                    KafkaLogin.find(e, ClusterAuthorizationException.class).isPresent();
            throw idempotence
                    ? login.failure(
                            "write with an idempotent producer",
                            "IdempotentWrite on the cluster, or Write on the topics " + OURS,
                            e)
                    : login.failure("write to a topic", "Write on the topics " + OURS, e);
        }
    }

    private ClockSkew append(KafkaProducer<String, byte[]> producer, int partition)
            throws ExecutionException, InterruptedException, TimeoutException {
        Instant before = clock.instant();
        long millis = producer.send(new ProducerRecord<>(topic, partition, "probe", new byte[] {1}))
                .get(KafkaLogin.LIMIT_SECONDS + 1, TimeUnit.SECONDS)
                .timestamp();
        return ClockSkew.measured(before, Instant.ofEpochMilli(millis), clock.instant())
                .roundedToMillis();
    }

    private void read() {
        var options = login.options(Map.of("default.api.timeout.ms", LIMIT_MILLIS, "enable.auto.commit", "false"));
        var partition = new TopicPartition(topic, 0);
        try (var consumer = new KafkaConsumer<>(options, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            if (consumer.poll(Duration.ofSeconds(KafkaLogin.LIMIT_SECONDS)).isEmpty()) {
                throw new TestbedException(login.name() + " does not give back what was written to the topic " + topic
                        + ": see whether its brokers are in order.");
            }
        } catch (KafkaException e) {
            throw login.failure("read a topic", "Read on the topics " + OURS, e);
        }
    }
}

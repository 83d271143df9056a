package dev.relaybench.bench.micro;

import dev.relaybench.relay.settings.KafkaSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/// A topic of its own for one trial.
public final class BenchTopic implements AutoCloseable {
    private static final int PARTITIONS = 3;
    private static final long LIMIT_SECONDS = 30;

    private final String name = "relaybench_" + UUID.randomUUID();
    private final Admin admin;

    private BenchTopic(KafkaSettings kafka) {
        admin = Admin.create(clientProperties(kafka));
    }

    private static Map<String, Object> clientProperties(KafkaSettings kafka) {
        Map<String, Object> properties = new HashMap<>(kafka.security());
        properties.put("bootstrap.servers", kafka.bootstrapServers());
        return properties;
    }

    /// Makes it.
    ///
    /// @throws Exception if the brokers are not there, or will not have it
    public static BenchTopic create(KafkaSettings kafka) throws Exception {
        var topic = new BenchTopic(kafka);
        topic.admin
                .createTopics(List.of(new NewTopic(topic.name, Optional.of(PARTITIONS), Optional.empty())))
                .all()
                .get(LIMIT_SECONDS, TimeUnit.SECONDS);
        return topic;
    }

    /// Its name, of which there is no other.
    public String name() {
        return name;
    }

    /// Records on all partitions, by their end offsets.
    public long records() {
        var ends = IntStream.range(0, PARTITIONS)
                .mapToObj(partition -> new TopicPartition(name, partition))
                .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
        try {
            return admin.listOffsets(ends).all().get(LIMIT_SECONDS, TimeUnit.SECONDS).values().stream()
                    .mapToLong(end -> end.offset())
                    .sum();
        } catch (Exception e) {
            throw new IllegalStateException("cannot count the records of " + name, e);
        }
    }

    @Override
    public void close() {
        admin.deleteTopics(List.of(name));
        admin.close();
    }
}

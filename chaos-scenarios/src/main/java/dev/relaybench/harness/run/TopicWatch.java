package dev.relaybench.harness.run;

import dev.relaybench.harness.testbed.Kafka;
import dev.relaybench.harness.testbed.PartitionState;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;

/// Asks the cluster about one topic, past all proxies, often and quickly: brokers that are gone cost milliseconds.
final class TopicWatch implements AutoCloseable {
    /// The longest wait for one answer.
    static final Duration ANSWER_LIMIT = Duration.ofSeconds(5);

    private static final Duration BACKOFF = Duration.ofMillis(20);
    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(1);

    private final Admin admin;
    private final String topic;

    TopicWatch(Kafka kafka, String topic) {
        this.topic = topic;
        Map<String, Object> options = new HashMap<>(kafka.clientProperties());
        options.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapDirect());
        options.put(AdminClientConfig.RECONNECT_BACKOFF_MS_CONFIG, BACKOFF.toMillis());
        options.put(AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, BACKOFF.toMillis());
        options.put(AdminClientConfig.RETRY_BACKOFF_MS_CONFIG, BACKOFF.toMillis());
        options.put(AdminClientConfig.RETRY_BACKOFF_MAX_MS_CONFIG, BACKOFF.toMillis());
        options.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) REQUEST_LIMIT.toMillis());
        options.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) ANSWER_LIMIT.toMillis());
        this.admin = Admin.create(options);
    }

    /// Its partitions, in their order; empty where no broker answers, or the one that does has not heard of it.
    Optional<List<PartitionState>> look() {
        try {
            var found = admin.describeTopics(List.of(topic))
                    .allTopicNames()
                    .get(ANSWER_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                    .get(topic);
            return found == null
                    ? Optional.empty()
                    : Optional.of(
                            found.partitions().stream().map(TopicWatch::state).toList());
        } catch (ExecutionException | TimeoutException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private static PartitionState state(TopicPartitionInfo partition) {
        Node leader = partition.leader();
        return new PartitionState(
                partition.partition(),
                leader == null || leader.isEmpty() ? OptionalInt.empty() : OptionalInt.of(leader.id()),
                partition.replicas().stream().map(Node::id).toList(),
                partition.isr().stream().map(Node::id).sorted().toList());
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}

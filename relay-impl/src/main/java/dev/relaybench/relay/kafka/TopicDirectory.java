package dev.relaybench.relay.kafka;

import dev.relaybench.relay.settings.KafkaSettings;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/// Finds topics, and makes them where it is allowed to.
public class TopicDirectory {
    private final Map<String, Object> properties;
    private final long timeoutMillis;

    public TopicDirectory(KafkaSettings settings) {
        timeoutMillis = settings.requestTimeout().toMillis() * 2;
        Map<String, Object> all = new HashMap<>(settings.security());
        all.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrapServers());
        all.put(AdminClientConfig.CLIENT_ID_CONFIG, "relaybench-topics");
        all.put(
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
                Math.toIntExact(settings.requestTimeout().toMillis()));
        all.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, Math.toIntExact(timeoutMillis));
        all.put(AdminClientConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        properties = Map.copyOf(all);
    }

    /// What there is.
    ///
    /// @param existing those that exist
    /// @param obstacle why the others could not be made; empty if they were not tried, or none is missing
    public record Found(Set<String> existing, Optional<String> obstacle) {
        public Found {
            existing = Set.copyOf(existing);
        }
    }

    /// Looks for topics. If the first one exists, the others that do not are made, with as many partitions.
    ///
    /// @throws KafkaException if the brokers cannot be asked
    public Found ensure(String first, List<String> others) throws InterruptedException {
        try (Admin admin = Admin.create(properties)) {
            Set<String> names = new TreeSet<>(others);
            names.add(first);
            Map<String, TopicDescription> found = new HashMap<>();
            for (Map.Entry<String, KafkaFuture<TopicDescription>> topic :
                    admin.describeTopics(names).topicNameValues().entrySet()) {
                describe(topic.getValue()).ifPresent(description -> found.put(topic.getKey(), description));
            }
            Set<String> existing = new HashSet<>(found.keySet());
            TopicDescription model = found.get(first);
            if (model == null) {
                return new Found(existing, Optional.empty());
            }
            Optional<String> obstacle = Optional.empty();
            for (String name : others) {
                if (!existing.contains(name)) {
                    Optional<String> refusal =
                            create(admin, name, model.partitions().size());
                    if (refusal.isEmpty()) {
                        existing.add(name);
                    } else {
                        obstacle = refusal;
                    }
                }
            }
            return new Found(existing, obstacle);
        }
    }

    /// Makes a topic with the brokers' own number of replicas.
    ///
    /// @return why it could not be made; empty if it exists now
    protected Optional<String> create(Admin admin, String name, int partitions) throws InterruptedException {
        try {
            await(admin.createTopics(List.of(new NewTopic(name, Optional.of(partitions), Optional.empty())))
                    .all());
            return Optional.empty();
        } catch (TopicExistsException made) {
            // Another relay has been faster.
            return Optional.empty();
        } catch (KafkaException refused) {
            return Optional.of(refused.getClass().getSimpleName() + ": " + refused.getMessage());
        }
    }

    private Optional<TopicDescription> describe(KafkaFuture<TopicDescription> topic) throws InterruptedException {
        try {
            return Optional.of(await(topic));
        } catch (UnknownTopicOrPartitionException | AuthorizationException missing) {
            return Optional.empty();
        }
    }

    private <T> T await(KafkaFuture<T> future) throws InterruptedException {
        try {
            return future.get(timeoutMillis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            throw new KafkaException("no answer within " + timeoutMillis + " ms", late);
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof KafkaException cause ? cause : new KafkaException(failed);
        }
    }
}

package dev.relaybench.harness.testbed;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.utils.internals.AppInfoParser;

/// Topics and settings by Kafka's admin client; a client for each call, so that none complains while a broker is down.
final class KafkaTopics {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int PROBE_MILLIS = 2_000;
    private static final List<String> REPORTED = List.of(
            "min.insync.replicas",
            "default.replication.factor",
            "offsets.topic.num.partitions",
            "auto.create.topics.enable",
            "broker.session.timeout.ms",
            "replica.fetch.backoff.ms",
            "group.initial.rebalance.delay.ms",
            "log.message.timestamp.type",
            "message.max.bytes",
            "log.flush.interval.messages",
            "unclean.leader.election.enable");

    private final Map<String, Object> options;
    private final Owned owned = new Owned("topic");

    /// @param clientProperties security settings by Kafka's names
    KafkaTopics(String bootstrap, Map<String, String> clientProperties) {
        Map<String, Object> all = new HashMap<>(clientProperties);
        all.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
        this.options = Map.copyOf(all);
    }

    @FunctionalInterface
    private interface Question<T> {
        T ask(Admin admin) throws ExecutionException, InterruptedException, TimeoutException;
    }

    /// Whether so many brokers take requests.
    boolean serve(int brokers) {
        DescribeClusterOptions hurry = new DescribeClusterOptions().timeoutMs(PROBE_MILLIS);
        try (Admin admin = Admin.create(options)) {
            return admin.describeCluster(hurry)
                            .nodes()
                            .get(LIMIT.toSeconds(), TimeUnit.SECONDS)
                            .size()
                    >= brokers;
        } catch (ExecutionException | TimeoutException | KafkaException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    void create(String name, int partitions, Map<String, String> config) {
        NewTopic topic = new NewTopic(name, Optional.of(partitions), Optional.empty()).configs(config);
        ask("create topic " + name, admin -> {
            createdOrUnknown(admin, topic);
            if (!Poll.until(() -> hasLeaders(admin, name, partitions), LIMIT)) {
                throw new TimeoutException("a partition has no leader");
            }
            return name;
        });
    }

    /// A request without an answer may have been carried out all the same: what it asked for is removed in the end.
    private void createdOrUnknown(Admin admin, NewTopic topic)
            throws ExecutionException, InterruptedException, TimeoutException {
        try {
            admin.createTopics(List.of(topic)).all().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            owned.created(topic.name());
        } catch (TimeoutException e) {
            owned.created(topic.name());
            throw e;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof org.apache.kafka.common.errors.TimeoutException) {
                owned.created(topic.name());
            }
            throw e;
        }
    }

    private static boolean hasLeaders(Admin admin, String name, int partitions) {
        try {
            var found = admin.describeTopics(List.of(name))
                    .allTopicNames()
                    .get(LIMIT.toSeconds(), TimeUnit.SECONDS)
                    .get(name);
            return found != null
                    && found.partitions().size() == partitions
                    && found.partitions().stream().allMatch(partition -> partition.leader() != null);
        } catch (ExecutionException | TimeoutException e) {
            return false; // The news has not reached the broker that was asked.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    void delete(String name) {
        owned.require(name);
        ask("delete topic " + name, admin -> {
            try {
                admin.deleteTopics(List.of(name)).all().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    throw e;
                }
            }
            owned.removed(name);
            return name;
        });
    }

    /// Deletes what was created here and is still there. Each is tried, whatever becomes of the others.
    ///
    /// @throws TestbedException naming the first that stays
    void deleteAll() {
        Removals.tryEach(owned.left(), this::delete);
    }

    /// What the brokers say of themselves.
    Map<String, String> settings() {
        return ask("tell its settings", admin -> {
            String broker = admin.describeCluster()
                    .nodes()
                    .get(LIMIT.toSeconds(), TimeUnit.SECONDS)
                    .iterator()
                    .next()
                    .idString();
            ConfigResource resource = new ConfigResource(ConfigResource.Type.BROKER, broker);
            Config config = admin.describeConfigs(List.of(resource))
                    .all()
                    .get(LIMIT.toSeconds(), TimeUnit.SECONDS)
                    .get(resource);
            Map<String, String> found = new LinkedHashMap<>();
            found.put("version", AppInfoParser.getVersion());
            for (String name : REPORTED) {
                found.put(
                        name,
                        config == null || config.get(name) == null
                                ? "?"
                                : config.get(name).value());
            }
            return Map.copyOf(found);
        });
    }

    /// What a topic gets that is created here: its number of replicas, and how many must be in sync.
    Map<String, String> settingsOfATopic() {
        String name = "relaybench-" + Uuid.randomUuid().toString().replace('_', '-');
        create(name, 1, Map.of());
        try {
            return ask("tell what a topic gets", patient(admin -> {
                int replicas = admin.describeTopics(List.of(name))
                        .allTopicNames()
                        .get(LIMIT.toSeconds(), TimeUnit.SECONDS)
                        .values()
                        .iterator()
                        .next()
                        .partitions()
                        .getFirst()
                        .replicas()
                        .size();
                ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, name);
                String inSync = admin.describeConfigs(List.of(resource))
                        .all()
                        .get(LIMIT.toSeconds(), TimeUnit.SECONDS)
                        .values()
                        .iterator()
                        .next()
                        .get("min.insync.replicas")
                        .value();
                return Map.of(
                        "topic.replication.factor",
                        Integer.toString(replicas),
                        "topic.min.insync.replicas",
                        String.valueOf(inSync));
            }));
        } finally {
            delete(name);
        }
    }

    /// Asks again while the news of a topic has not reached the broker that was asked.
    private static <T> Question<T> patient(Question<T> question) {
        return admin -> {
            long end = System.nanoTime() + LIMIT.toNanos();
            while (true) {
                try {
                    return question.ask(admin);
                } catch (ExecutionException e) {
                    if (!(e.getCause() instanceof UnknownTopicOrPartitionException) || System.nanoTime() - end > 0) {
                        throw e;
                    }
                }
            }
        };
    }

    private <T> T ask(String purpose, Question<T> question) {
        try (Admin admin = Admin.create(options)) {
            return question.ask(admin);
        } catch (ExecutionException e) {
            throw new TestbedException("Kafka could not " + purpose + ": " + e.getCause() + ".", e);
        } catch (TimeoutException | KafkaException e) {
            throw new TestbedException("Kafka could not " + purpose + " in time: " + e.getMessage() + ".", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TestbedException("Interrupted before Kafka could " + purpose + ".", e);
        }
    }
}

package dev.relaybench.harness.testbed;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Somebody's Kafka. What is made here is removed at the end; nothing else is touched.
final class ExternalKafka implements Kafka, AutoCloseable {
    private final ExternalSettings external;
    private final Secrets secrets;
    private final KafkaTopics topics;
    private Map<String, String> settings = Map.of();
    private int brokers;
    private boolean closed;

    ExternalKafka(ExternalSettings settings, Secrets secrets) {
        this.external = settings;
        this.secrets = secrets;
        Map<String, String> options = new HashMap<>(settings.kafkaClient());
        options.put("default.api.timeout.ms", Integer.toString(KafkaLogin.LIMIT_SECONDS * 1_000));
        options.put("request.timeout.ms", "5000");
        options.put("client.id", KafkaLogin.CLIENT_ID);
        this.topics = new KafkaTopics(settings.bootstrapServers(), options);
    }

    void has(int brokerCount) {
        brokers = brokerCount;
    }

    void tells(Map<String, String> found) {
        settings = Map.copyOf(found);
    }

    @Override
    public String bootstrapDirect() {
        return external.bootstrapServers();
    }

    @Override
    public String bootstrapProxied() {
        List<String> names = external.brokerLinks();
        return names.isEmpty()
                ? bootstrapDirect()
                : names.stream()
                        .map(name -> external.link(name).address().toString())
                        .collect(Collectors.joining(","));
    }

    @Override
    public Map<String, String> clientProperties() {
        return external.kafkaClient();
    }

    @Override
    public int brokerCount() {
        return brokers;
    }

    /// @throws TestbedException also if the name does not begin with what marks our own
    @Override
    public synchronized void createTopic(String name, int partitions, Map<String, String> config) {
        OwnNames.require("topic", name);
        if (closed) {
            throw new TestbedException("No topic can be made any more: the testbed is closed.");
        }
        cleanly(() -> topics.create(name, partitions, config));
    }

    @Override
    public synchronized void deleteTopic(String name) {
        cleanly(() -> topics.delete(name));
    }

    private void cleanly(Runnable change) {
        try {
            change.run();
        } catch (TestbedException e) {
            throw secrets.clean(e);
        }
    }

    @Override
    public Map<String, String> settings() {
        return settings;
    }

    @Override
    public List<Node> nodes() {
        return List.of();
    }

    @Override
    public synchronized void close() {
        closed = true;
        cleanly(topics::deleteAll);
    }
}

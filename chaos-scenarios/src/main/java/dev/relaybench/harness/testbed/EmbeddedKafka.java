package dev.relaybench.harness.testbed;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/// Kafka from the class path: every node a process, as its {@link ClusterLayout} says.
final class EmbeddedKafka implements Kafka, AutoCloseable {
    private final ClusterLayout cluster;
    private final List<Broker> nodes;
    private final KafkaTopics topics;
    private final Map<String, String> settings;

    private EmbeddedKafka(ClusterLayout cluster, List<Broker> nodes) {
        this.cluster = cluster;
        this.nodes = nodes;
        this.topics = new KafkaTopics(bootstrapDirect(), Map.of());
        this.settings = new TreeMap<>(topics.settings());
        // What topics really get: the settings of one node do not tell.
        this.settings.putAll(topics.settingsOfATopic());
    }

    static EmbeddedKafka start(TestbedPlan plan, Site site) {
        return Ports.retrying(() -> startOnce(plan, site));
    }

    private static EmbeddedKafka startOnce(TestbedPlan plan, Site site) {
        ClusterLayout cluster = ClusterLayout.take(plan);
        List<Broker> nodes = new ArrayList<>();
        try {
            for (BrokerPorts ports : cluster.nodes()) {
                var added = cluster.isBroker(ports) ? plan.brokerSettings() : Map.<String, String>of();
                nodes.add(Broker.start(ports, cluster, added, site));
            }
            nodes.forEach(Broker::awaitReady);
            return new EmbeddedKafka(cluster, List.copyOf(nodes));
        } catch (TestbedException e) {
            nodes.forEach(Broker::close);
            cluster.close();
            throw e;
        }
    }

    List<BrokerPorts> ports() {
        return cluster.brokers();
    }

    @Override
    public String bootstrapDirect() {
        return addresses(ports -> ports.direct().port());
    }

    @Override
    public String bootstrapProxied() {
        return addresses(ports -> ports.listener(TestbedPlan.PROXIED).advertised());
    }

    @Override
    public Map<String, String> clientProperties() {
        return Map.of();
    }

    @Override
    public int brokerCount() {
        return cluster.brokers().size();
    }

    private String addresses(ToIntFunction<BrokerPorts> port) {
        return ports().stream()
                .map(ports -> "127.0.0.1:" + port.applyAsInt(ports))
                .collect(Collectors.joining(","));
    }

    @Override
    public void createTopic(String name, int partitions, Map<String, String> config) {
        topics.create(name, partitions, config);
    }

    @Override
    public void deleteTopic(String name) {
        topics.delete(name);
    }

    @Override
    public Map<String, String> settings() {
        return Map.copyOf(settings);
    }

    @Override
    public List<Node> nodes() {
        return nodes.stream()
                .filter(node -> cluster.isBroker(node.ports()))
                .map(Node.class::cast)
                .toList();
    }

    @Override
    public void close() {
        nodes.forEach(Broker::close);
        cluster.close();
    }
}

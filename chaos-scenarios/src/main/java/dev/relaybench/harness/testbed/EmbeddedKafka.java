package dev.relaybench.harness.testbed;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.Uuid;

/// Kafka from the class path: every broker a process, each a controller as well.
final class EmbeddedKafka implements Kafka, AutoCloseable {
    private final List<Broker> brokers;
    private final KafkaTopics topics;
    private final Map<String, String> settings;

    private EmbeddedKafka(List<Broker> brokers) {
        this.brokers = brokers;
        this.topics = new KafkaTopics(bootstrapDirect(), Map.of());
        this.settings = topics.settings();
    }

    static EmbeddedKafka start(TestbedPlan plan, Site site) {
        return Ports.retrying(() -> startOnce(plan, site));
    }

    private static EmbeddedKafka startOnce(TestbedPlan plan, Site site) {
        List<BrokerPorts> cluster = IntStream.rangeClosed(1, plan.brokers())
                .mapToObj(number -> BrokerPorts.take(number, plan.listeners()))
                .toList();
        String clusterId = Uuid.randomUuid().toString();
        List<Broker> brokers = new ArrayList<>();
        try {
            for (BrokerPorts ports : cluster) {
                brokers.add(Broker.start(ports, cluster, clusterId, plan.brokerSettings(), site));
            }
            brokers.forEach(Broker::awaitReady);
            return new EmbeddedKafka(List.copyOf(brokers));
        } catch (TestbedException e) {
            brokers.forEach(Broker::close);
            cluster.forEach(BrokerPorts::close);
            throw e;
        }
    }

    List<BrokerPorts> ports() {
        return brokers.stream().map(Broker::ports).toList();
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
        return brokers.size();
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
        return settings;
    }

    @Override
    public List<Node> nodes() {
        return List.copyOf(brokers);
    }

    @Override
    public void close() {
        brokers.forEach(Broker::close);
        ports().forEach(BrokerPorts::close);
    }
}

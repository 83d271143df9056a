package dev.relaybench.harness.testbed;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.utility.DockerImageName;

/// One Kafka broker in a container, which is its own controller.
///
/// It has a listener for the harness, one for what is under test, whose advertised address is the proxy's, and one for
/// itself: a broker talks to itself by its advertised address, and the other two mean nothing inside the container.
final class ContainersKafka implements Kafka, AutoCloseable {
    /// Its name in the containers' network.
    static final String ROLE = "kafka";

    static final int NUMBER = 1;
    static final int PROXIED_PORT = 19092;
    private static final int DIRECT_PORT = 9092;
    private static final String LISTENERS = "DIRECT://0.0.0.0:%d,PROXIED://0.0.0.0:%d,BROKER://0.0.0.0:9093,%s://:9094"
            .formatted(DIRECT_PORT, PROXIED_PORT, BrokerSettings.CONTROLLER);
    private static final Pattern VERSION = Pattern.compile("Kafka version: (\\S+)");

    private final ContainerSite site;
    private final ContainerPorts ports;
    private final KafkaContainer container;
    private final KafkaTopics topics;
    private final ContainerNode node;
    private final Map<String, String> settings;

    private ContainersKafka(ContainerSite site, String image, ContainerPorts ports) {
        this.site = site;
        this.ports = ports;
        container = new KafkaContainer(DockerImageName.parse(image).asCompatibleSubstituteFor("apache/kafka"))
                .withEnv(environment(ports))
                // In place of the module's own command, a shell that would not pass the signal to end on to the broker.
                .withCommand("/etc/kafka/docker/run");
        topics = new KafkaTopics(bootstrapDirect(), Map.of());
        Serving serving = new Serving(() -> topics.serve(1));
        site.start(container, ROLE, Map.of(DIRECT_PORT, ports.kafka()), Signal.TERM, serving);
        node = new ContainerNode("broker-" + NUMBER, site.engine(), container, serving);
        settings = readSettings();
    }

    static ContainersKafka start(ContainerSite site, String image, ContainerPorts ports) {
        try {
            return new ContainersKafka(site, image, ports);
        } catch (RuntimeException e) {
            site.remove(ROLE);
            throw e;
        }
    }

    private static Map<String, String> environment(ContainerPorts ports) {
        Properties settings = BrokerSettings.shared(NUMBER, 1);
        settings.setProperty("listeners", LISTENERS);
        settings.setProperty(
                "advertised.listeners",
                "DIRECT://%s,PROXIED://%s,BROKER://%s:9093"
                        .formatted(ports.address(ports.kafka()), ports.address(ports.kafkaLink()), ROLE));
        settings.setProperty(
                "listener.security.protocol.map",
                "DIRECT:PLAINTEXT,PROXIED:PLAINTEXT,BROKER:PLAINTEXT," + BrokerSettings.CONTROLLER + ":PLAINTEXT");
        settings.setProperty("inter.broker.listener.name", "BROKER");
        settings.setProperty("controller.listener.names", BrokerSettings.CONTROLLER);
        settings.setProperty("controller.quorum.voters", NUMBER + "@localhost:9094");
        settings.setProperty("log.dirs", "/tmp/kraft-combined-logs");
        Map<String, String> environment = new HashMap<>();
        settings.stringPropertyNames().forEach(key -> environment.put(variable(key), settings.getProperty(key)));
        environment.put("KAFKA_HEAP_OPTS", "-Xms256m -Xmx512m");
        return environment;
    }

    /// The image turns the name back into the key.
    private static String variable(String key) {
        return "KAFKA_"
                + key.replace("_", "__").replace("-", "___").replace('.', '_').toUpperCase(Locale.ROOT);
    }

    private Map<String, String> readSettings() {
        Map<String, String> found = new HashMap<>(topics.settings());
        // The library here may be of another version than the broker there, whose log alone tells.
        Matcher version = VERSION.matcher(log());
        found.put("version", version.find() ? version.group(1) : "?");
        return Map.copyOf(found);
    }

    String log() {
        return container.getLogs();
    }

    @Override
    public String bootstrapDirect() {
        return ports.address(ports.kafka());
    }

    @Override
    public String bootstrapProxied() {
        return ports.address(ports.kafkaLink());
    }

    @Override
    public Map<String, String> clientProperties() {
        return Map.of();
    }

    @Override
    public int brokerCount() {
        return 1;
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
        return List.of(node);
    }

    @Override
    public void close() {
        site.remove(ROLE);
    }
}

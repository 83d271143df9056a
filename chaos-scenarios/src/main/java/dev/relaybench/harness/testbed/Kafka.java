package dev.relaybench.harness.testbed;

import java.util.List;
import java.util.Map;

/// The Kafka cluster of a testbed.
public interface Kafka {
    /// Bootstrap servers for the harness: no proxy between.
    String bootstrapDirect();

    /// Bootstrap servers for what is under test. Clients that start here learn the proxies' addresses and no others.
    String bootstrapProxied();

    /// Creates a topic with the broker's defaults and waits until each partition has a leader.
    default void createTopic(String name, int partitions) {
        createTopic(name, partitions, Map.of());
    }

    /// Creates a topic and waits until each partition has a leader.
    ///
    /// @param config topic settings by Kafka's names, such as `message.timestamp.type` = `LogAppendTime`
    void createTopic(String name, int partitions, Map<String, String> config);

    void deleteTopic(String name);

    /// What the brokers say of themselves: `version`, `min.insync.replicas`, and so on.
    Map<String, String> settings();

    /// The brokers, by number, when the testbed owns their processes; else empty.
    List<Node> nodes();
}

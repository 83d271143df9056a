package dev.relaybench.harness.testbed;

import java.util.List;
import java.util.Map;

/// The Kafka cluster of a testbed.
public interface Kafka {
    /// Bootstrap servers for the harness: no proxy between.
    String bootstrapDirect();

    /// Bootstrap servers for what is under test. Clients that start here learn the proxies' addresses and no others.
    /// Without links, the same as {@link #bootstrapDirect()}.
    String bootstrapProxied();

    /// What a client needs beside an address, by Kafka's names: `security.protocol`, `sasl.*`, `ssl.*`. Empty for a
    /// cluster that takes everybody. Never to be logged or stored.
    Map<String, String> clientProperties();

    int brokerCount();

    /// Creates a topic with the broker's defaults and waits until each partition has a leader.
    default void createTopic(String name, int partitions) {
        createTopic(name, partitions, Map.of());
    }

    /// Creates a topic and waits until each partition has a leader.
    ///
    /// @param config topic settings by Kafka's names, such as `message.timestamp.type` = `LogAppendTime`
    /// @throws TestbedException if there is one of that name, or it may not be made
    void createTopic(String name, int partitions, Map<String, String> config);

    /// Deletes a topic that was created here; one that is gone already is no error.
    ///
    /// @throws TestbedException if the topic was not created by this object
    void deleteTopic(String name);

    /// What the brokers say of themselves: `version`, `min.insync.replicas`, and so on.
    Map<String, String> settings();

    /// The brokers' processes when the testbed owns them, else empty: number 1 first, then 2, without a gap.
    List<Node> nodes();
}

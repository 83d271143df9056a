package dev.relaybench.harness.testbed;

import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.StringJoiner;

/// The settings of a node. What is not named here keeps Kafka's default, so that results carry over.
final class BrokerSettings {
    static final String CONTROLLER = "CONTROLLER";
    private static final String DIRECT = "DIRECT";
    private static final int CLEANER_BUFFER_BYTES = 16 * 1024 * 1024;
    private static final String INTERNAL_PARTITIONS = "4";

    private BrokerSettings() {}

    static Properties of(BrokerPorts self, ClusterLayout cluster, Path data) {
        // The controller's word counts where a topic is made without a number of replicas, and for timeouts.
        Properties settings = shared(self.number(), cluster.brokers().size());
        settings.setProperty("process.roles", roles(self, cluster));
        settings.setProperty("log.dirs", data.toString());
        addListeners(settings, self, cluster);
        return settings;
    }

    /// What every broker that is started here has, wherever it runs: all but its addresses and its files.
    static Properties shared(int number, int brokers) {
        Properties settings = new Properties();
        settings.setProperty("process.roles", "broker,controller");
        settings.setProperty("node.id", Integer.toString(number));
        settings.setProperty("auto.create.topics.enable", "false");
        addReplication(settings, brokers);
        addHaste(settings);
        return settings;
    }

    private static String roles(BrokerPorts self, ClusterLayout cluster) {
        StringJoiner roles = new StringJoiner(",");
        if (cluster.isBroker(self)) {
            roles.add("broker");
        }
        if (cluster.isController(self)) {
            roles.add("controller");
        }
        return roles.toString();
    }

    private static void addListeners(Properties settings, BrokerPorts self, ClusterLayout cluster) {
        StringJoiner listeners = new StringJoiner(",");
        StringJoiner advertised = new StringJoiner(",");
        StringJoiner protocols = new StringJoiner(",");
        if (cluster.isController(self)) {
            listeners.add(address(CONTROLLER, self.controller().port()));
        }
        if (cluster.isBroker(self)) {
            listeners.add(address(DIRECT, self.direct().port()));
            advertised.add(address(DIRECT, self.direct().port()));
            settings.setProperty("inter.broker.listener.name", DIRECT);
        }
        protocols.add(CONTROLLER + ":PLAINTEXT").add(DIRECT + ":PLAINTEXT");
        for (BrokerPorts.OpenListener listener : self.listeners()) {
            String name = listener.plan().name();
            listeners.add(address(name, listener.broker().port()));
            advertised.add(address(name, listener.advertised()));
            protocols.add(name + ":" + listener.plan().protocol());
        }
        StringJoiner voters = new StringJoiner(",");
        cluster.voters()
                .forEach(voter -> voters.add(
                        voter.number() + "@127.0.0.1:" + voter.controller().port()));
        settings.setProperty("listeners", listeners.toString());
        if (advertised.length() > 0) {
            settings.setProperty("advertised.listeners", advertised.toString());
        }
        settings.setProperty("listener.security.protocol.map", protocols.toString());
        settings.setProperty("controller.listener.names", CONTROLLER);
        settings.setProperty("controller.quorum.voters", voters.toString());
    }

    private static String address(String listener, int port) {
        return listener + "://127.0.0.1:" + port;
    }

    private static void addReplication(Properties settings, int brokers) {
        String replicas = Integer.toString(Math.min(3, brokers));
        String inSync = brokers >= 3 ? "2" : "1";
        for (String topic : List.of("offsets.topic", "transaction.state.log", "share.coordinator.state.topic")) {
            settings.setProperty(topic + ".replication.factor", replicas);
            settings.setProperty(topic + ".num.partitions", INTERNAL_PARTITIONS);
        }
        settings.setProperty("transaction.state.log.min.isr", inSync);
        settings.setProperty("share.coordinator.state.topic.min.isr", inSync);
        settings.setProperty("default.replication.factor", replicas);
        settings.setProperty("min.insync.replicas", inSync);
    }

    /// What only makes a short run shorter or smaller.
    private static void addHaste(Properties settings) {
        settings.setProperty("group.initial.rebalance.delay.ms", "0");
        settings.setProperty("group.min.session.timeout.ms", "1000");
        // A broker that was killed may register anew only after this time: 9 s by default.
        settings.setProperty("broker.session.timeout.ms", "3000");
        settings.setProperty("broker.heartbeat.interval.ms", "500");
        settings.setProperty("log.segment.delete.delay.ms", "1000");
        settings.setProperty("log.cleaner.dedupe.buffer.size", Integer.toString(CLEANER_BUFFER_BYTES));
    }
}

package dev.relaybench.harness.testbed;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;

/// Which nodes an embedded cluster has, and who votes for its controller.
///
/// One broker is its own controller. Three brokers have a controller beside them, as in production: if they were the
/// quorum themselves, two that are killed would take it with them, nobody would shrink the sets of replicas in sync,
/// and a producer would see time-outs in place of refusals.
///
/// @param voters the nodes that are controllers
record ClusterLayout(String clusterId, List<BrokerPorts> brokers, List<BrokerPorts> voters) implements AutoCloseable {
    /// The node number of the controller that is no broker.
    private static final int CONTROLLER = 100;

    ClusterLayout {
        brokers = List.copyOf(brokers);
        voters = List.copyOf(voters);
    }

    /// Leases the ports of as many brokers as the plan has, and of a controller where there are several.
    static ClusterLayout take(TestbedPlan plan) {
        List<BrokerPorts> brokers = IntStream.rangeClosed(1, plan.brokers())
                .mapToObj(number -> BrokerPorts.take(number, plan.listeners()))
                .toList();
        List<BrokerPorts> voters = plan.brokers() == 1 ? brokers : List.of(BrokerPorts.take(CONTROLLER, List.of()));
        return new ClusterLayout(Uuid.randomUuid().toString(), brokers, voters);
    }

    /// All nodes, controllers that are no brokers first.
    List<BrokerPorts> nodes() {
        return Stream.concat(voters.stream(), brokers.stream()).distinct().toList();
    }

    boolean isBroker(BrokerPorts node) {
        return brokers.contains(node);
    }

    boolean isController(BrokerPorts node) {
        return voters.contains(node);
    }

    @Override
    public void close() {
        nodes().forEach(BrokerPorts::close);
    }
}

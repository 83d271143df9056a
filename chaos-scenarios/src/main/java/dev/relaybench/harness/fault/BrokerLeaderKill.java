package dev.relaybench.harness.fault;

import dev.relaybench.harness.testbed.Node;
import dev.relaybench.harness.testbed.PartitionState;
import java.time.Duration;
import java.util.List;

/// The broker that leads a partition of the run's topic is killed with SIGKILL; every partition that it led gets
/// another leader.
public final class BrokerLeaderKill extends BrokerLeaderFault {
    /// A fault that finds requests on their way.
    ///
    /// @param requestDelay by how much the relay's requests are late until the broker is gone
    public BrokerLeaderKill(Duration requestDelay) {
        super(requestDelay);
    }

    @Override
    public String name() {
        return "broker-leader-kill";
    }

    @Override
    void end(Node broker) {
        broker.kill();
    }

    @Override
    boolean isWithout(List<PartitionState> partitions, int broker) {
        return partitions.stream().allMatch(each -> each.leader().orElse(broker) != broker);
    }
}

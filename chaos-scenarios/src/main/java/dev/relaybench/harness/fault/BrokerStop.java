package dev.relaybench.harness.fault;

import dev.relaybench.harness.testbed.Node;
import dev.relaybench.harness.testbed.PartitionState;
import java.time.Duration;
import java.util.List;

/// The broker that leads a partition of the run's topic is stopped in good order, which moves its leaderships first;
/// every partition has another leader then, and one replica in sync less.
public final class BrokerStop extends BrokerLeaderFault {
    /// A fault that finds requests on their way.
    ///
    /// @param requestDelay by how much the relay's requests are late until the broker is gone
    public BrokerStop(Duration requestDelay) {
        super(requestDelay);
    }

    @Override
    public String name() {
        return "broker-stop";
    }

    @Override
    void end(Node broker) {
        broker.stop();
    }

    @Override
    boolean isWithout(List<PartitionState> partitions, int broker) {
        return doWithout(partitions, broker);
    }
}

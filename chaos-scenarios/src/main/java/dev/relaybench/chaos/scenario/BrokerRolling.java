package dev.relaybench.chaos.scenario;

import com.google.auto.service.AutoService;
import dev.relaybench.harness.Plan;
import dev.relaybench.harness.Scenario;
import dev.relaybench.harness.expect.Timings;
import dev.relaybench.harness.fault.BrokerRollingRestart;
import dev.relaybench.harness.workload.Workload;
import java.time.Duration;

/// Each broker in turn is shut down in good order and started again, as for an upgrade.
///
/// Catches a relay that takes any answer of the broker for an acknowledgement, and one that knows its brokers by the
/// addresses it was started with and no others.
@AutoService(Scenario.class)
public final class BrokerRolling implements Scenario {
    @Override
    public String name() {
        return "broker-rolling-restart";
    }

    @Override
    public Plan plan(Timings timings) {
        return Failover.unscaledDelivery(InFlight.limit(
                        Plan.titled("Each broker in turn is shut down in good order and started again.")))
                .promise(
                        "rolling restart of all brokers",
                        "another leader each time, two replicas of three",
                        "what piles up while leaders change")
                .workload(Workload.steady(100))
                .fault(new BrokerRollingRestart(Failover.REQUEST_DELAY), Duration.ZERO, 1)
                .bound(Failover.handOver(timings))
                .build();
    }
}

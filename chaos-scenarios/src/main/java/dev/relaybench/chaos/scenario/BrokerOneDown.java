package dev.relaybench.chaos.scenario;

import com.google.auto.service.AutoService;
import dev.relaybench.harness.Plan;
import dev.relaybench.harness.Scenario;
import dev.relaybench.harness.expect.Timings;
import dev.relaybench.harness.fault.BrokerStop;
import dev.relaybench.harness.workload.Workload;

/// One broker of three is shut down in good order, is down for a while, and is started again; publishing goes on with
/// two replicas of three.
///
/// Catches a relay that takes any answer of the broker for an acknowledgement, and loses the row whose leader had just
/// handed over; and one that wants all three replicas.
@AutoService(Scenario.class)
public final class BrokerOneDown implements Scenario {
    private static final int TRIALS = 2;

    @Override
    public String name() {
        return "broker-one-down";
    }

    @Override
    public Plan plan(Timings timings) {
        var bound = Failover.handOver(timings);
        return Failover.unscaledDelivery(InFlight.limit(
                        Plan.titled("One broker of three is shut down in good order and started again later.")))
                .promise(
                        "orderly stop of one broker of three",
                        "another leader, two replicas of three",
                        "what piles up while leaders change")
                .workload(Workload.steady(100))
                // So long that a row which waits for the broker's return comes too late.
                .fault(new BrokerStop(Failover.REQUEST_DELAY), bound.configured(), TRIALS)
                .bound(bound)
                .build();
    }
}

package dev.relaybench.chaos.scenario;

import static dev.relaybench.harness.expect.Anomaly.DUPLICATED;
import static dev.relaybench.harness.expect.Grade.ACCEPTABLE;

import com.google.auto.service.AutoService;
import dev.relaybench.harness.Plan;
import dev.relaybench.harness.Scenario;
import dev.relaybench.harness.expect.Timings;
import dev.relaybench.harness.fault.BrokerLeaderKill;
import dev.relaybench.harness.workload.Workload;

/// The broker that leads a partition is killed with SIGKILL, and publishing goes on with another leader while it is
/// down.
///
/// Catches a relay that takes any answer of the broker for an acknowledgement, and one that holds on to
/// the leader it knows.
@AutoService(Scenario.class)
public final class BrokerLeaderLoss implements Scenario {
    private static final int TRIALS = 2;

    @Override
    public String name() {
        return "broker-leader-loss";
    }

    @Override
    public Plan plan(Timings timings) {
        Plan.Builder plan = Failover.unscaledDelivery(InFlight.limit(
                        Plan.titled("The broker that leads a partition is killed with SIGKILL; others take over.")))
                .promise(
                        "kill -9 of a partition's leader",
                        "another leader; unmarked rows are published by the polling worker",
                        "what piles up until the dead broker's session has run out")
                .workload(Workload.steady(100))
                // So long that a row which waits for the broker's return comes too late.
                .fault(
                        new BrokerLeaderKill(Failover.REQUEST_DELAY),
                        Failover.handOver(timings).configured(),
                        TRIALS)
                .bound(Failover.death(timings));
        long givenUp = Failover.sendsGivenUp(timings);
        if (givenUp > 0) {
            plan.expect(
                    DUPLICATED,
                    ACCEPTABLE,
                    TRIALS * givenUp * InFlight.ROWS_MAX,
                    "the delivery timeout is no longer than the brokers' session: what is in flight is given up and"
                            + " published again, at each delivery timeout until the session has run out");
        }
        return plan.build();
    }
}

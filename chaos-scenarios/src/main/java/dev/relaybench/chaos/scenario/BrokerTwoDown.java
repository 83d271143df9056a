package dev.relaybench.chaos.scenario;

import static dev.relaybench.harness.expect.Anomaly.DUPLICATED;
import static dev.relaybench.harness.expect.Grade.ACCEPTABLE;

import com.google.auto.service.AutoService;
import dev.relaybench.harness.Plan;
import dev.relaybench.harness.Scenario;
import dev.relaybench.harness.expect.Timings;
import dev.relaybench.harness.fault.BrokersKill;
import dev.relaybench.harness.workload.Workload;

/// Two brokers of three are killed with SIGKILL; the last one refuses every record, since too few replicas are in sync.
///
/// Catches a relay that marks rows before the acknowledgement, whose loop dies of the outage, or that counts
/// the refusal against the row and puts it off.
@AutoService(Scenario.class)
public final class BrokerTwoDown implements Scenario {
    private static final int TRIALS = 2;

    @Override
    public String name() {
        return "broker-two-down";
    }

    @Override
    public Plan plan(Timings timings) {
        // Until then the last broker takes records and waits for the dead ones. The delivery timeout is longer at any
        // scale: what is given up is given up because the cluster refuses it.
        var failover = timings.cluster().failover();
        var clusterNotices = failover.plus(timings.cluster().replicaFetchBackoff());
        // At each delivery timeout until then, and once at the heal, where brokers that start are slow to answer.
        long givenUp =
                Math.ceilDiv(failover.toMillis(), timings.deliveryTimeout().toMillis()) + 1;
        // Longer than the delivery timeout, so that sends really are given up.
        var hold = timings.deliveryTimeout().multipliedBy(6).dividedBy(5);
        return InFlight.limit(
                        Plan.titled("Two brokers of three are killed with SIGKILL; the last one takes no record."))
                .promise(
                        "kill -9 of two brokers of three",
                        "unmarked rows are published again after the heal, no attempt is used up",
                        "what piles up while the fault lasts")
                .workload(Workload.steady(50))
                .fault(new BrokersKill(2), hold, TRIALS)
                .expect(
                        DUPLICATED,
                        ACCEPTABLE,
                        TRIALS * givenUp * InFlight.ROWS_MAX,
                        "a send that is given up after the delivery timeout may be in the last broker's log: at most"
                                + " what is in flight at the kill and at the heal, in each fault")
                .bound(BrokerSlow.bound(timings).notScaledBelow(clusterNotices))
                .build();
    }
}

package dev.relaybench.chaos.scenario;

import static dev.relaybench.harness.expect.Anomaly.DUPLICATED;
import static dev.relaybench.harness.expect.Grade.ACCEPTABLE;
import static dev.relaybench.harness.expect.Origin.HEAL;

import dev.relaybench.harness.Plan;
import dev.relaybench.harness.expect.Bound;
import dev.relaybench.harness.expect.Timings;
import dev.relaybench.harness.fault.Fault;
import dev.relaybench.harness.workload.Workload;

/// What the variants of the row `broker-slow` have in common.
final class BrokerSlow {
    static final int TRIALS = 2;

    private BrokerSlow() {}

    static Bound bound(Timings timings) {
        return Bound.of("delivery timeout + 1 outbox poll", HEAL, "delivery timeout", timings.deliveryTimeout())
                .plus("outbox poll", timings.outboxPoll());
    }

    /// A fault that outlasts the delivery timeout, so that sends really are given up with an unknown outcome.
    static Plan givingUpSends(String title, String faultInWords, Fault fault, Timings timings) {
        var hold = timings.deliveryTimeout().multipliedBy(6).dividedBy(5);
        return InFlight.limit(Plan.titled(title))
                .promise(
                        faultInWords,
                        "unmarked rows are published again after the heal",
                        "what piles up while the fault lasts")
                .workload(Workload.steady(100))
                .fault(fault, hold, TRIALS)
                .expect(
                        DUPLICATED,
                        ACCEPTABLE,
                        2L * TRIALS * InFlight.ROWS_MAX,
                        "a send that is given up after the delivery timeout may have reached the broker:"
                                + " at most what is in flight, twice in each fault")
                .bound(bound(timings))
                .build();
    }
}

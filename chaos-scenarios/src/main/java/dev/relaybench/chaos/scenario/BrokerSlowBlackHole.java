package dev.relaybench.chaos.scenario;

import static dev.relaybench.harness.expect.Anomaly.DUPLICATED;
import static dev.relaybench.harness.expect.Grade.ACCEPTABLE;
import static dev.relaybench.harness.expect.Origin.HEAL;

import com.google.auto.service.AutoService;
import dev.relaybench.harness.Plan;
import dev.relaybench.harness.Scenario;
import dev.relaybench.harness.expect.Bound;
import dev.relaybench.harness.expect.Timings;
import dev.relaybench.harness.fault.BrokerBlackHole;
import dev.relaybench.harness.workload.Workload;

/// Nothing passes between relay and broker, and no connection is closed.
///
/// Catches a relay that takes sending for success, or that waits for an answer without a deadline.
@AutoService(Scenario.class)
public final class BrokerSlowBlackHole implements Scenario {
    private static final int TRIALS = 2;

    @Override
    public String name() {
        return "broker-slow-black-hole";
    }

    @Override
    public Plan plan(Timings timings) {
        // Longer than the delivery timeout, so that sends really are given up with an unknown outcome.
        var hold = timings.deliveryTimeout().multipliedBy(6).dividedBy(5);
        return InFlight.limit(Plan.titled("Nothing passes between relay and broker, and no connection is closed."))
                .promise(
                        "black hole between relay and broker",
                        "unmarked rows are published again after the heal",
                        "what piles up while the fault lasts")
                .workload(Workload.steady(100))
                .fault(new BrokerBlackHole(), hold, TRIALS)
                .expect(
                        DUPLICATED,
                        ACCEPTABLE,
                        2L * TRIALS * InFlight.ROWS_MAX,
                        "a send that is given up after the delivery timeout may have reached the broker:"
                                + " at most what is in flight, twice in each fault")
                .bound(Bound.of("delivery timeout + 1 outbox poll", HEAL, "delivery timeout", timings.deliveryTimeout())
                        .plus("outbox poll", timings.outboxPoll()))
                .build();
    }
}

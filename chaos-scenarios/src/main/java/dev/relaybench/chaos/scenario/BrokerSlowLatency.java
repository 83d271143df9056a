package dev.relaybench.chaos.scenario;

import com.google.auto.service.AutoService;
import dev.relaybench.harness.Plan;
import dev.relaybench.harness.Scenario;
import dev.relaybench.harness.expect.Timings;
import dev.relaybench.harness.fault.BrokerLatency;
import dev.relaybench.harness.workload.Workload;

/// Requests to the broker and its answers are late.
///
/// Catches a relay whose claim does not last as long as its publish: a second worker finds the row still unmarked and
/// sends it too.
@AutoService(Scenario.class)
public final class BrokerSlowLatency implements Scenario {
    @Override
    public String name() {
        return "broker-slow-latency";
    }

    @Override
    public Plan plan(Timings timings) {
        var latency = timings.requestTimeout().dividedBy(3);
        return Plan.titled("Requests and answers are each late by a third of the request timeout.")
                .promise(
                        "latency on the way to the broker and back",
                        "publish goes on, the backlog drains after the heal",
                        "what piles up while the fault lasts")
                .workload(Workload.steady(100))
                .fault(new BrokerLatency(latency), timings.deliveryTimeout().dividedBy(2), BrokerSlow.TRIALS)
                .bound(BrokerSlow.bound(timings))
                .build();
    }
}

package dev.relaybench.chaos.scenario;

import com.google.auto.service.AutoService;
import dev.relaybench.harness.Plan;
import dev.relaybench.harness.Scenario;
import dev.relaybench.harness.expect.Timings;
import dev.relaybench.harness.fault.BrokerAcksLost;

/// Records reach the broker, its acknowledgements do not reach the relay.
///
/// Catches a relay whose loop dies of the first publish that fails, and one that retries without end or limit.
@AutoService(Scenario.class)
public final class BrokerSlowAcksLost implements Scenario {
    @Override
    public String name() {
        return "broker-slow-acks-lost";
    }

    @Override
    public Plan plan(Timings timings) {
        return BrokerSlow.givingUpSends(
                "Records reach the broker, its acknowledgements do not reach the relay.",
                "acknowledgements lost on the way back",
                new BrokerAcksLost(),
                timings);
    }
}

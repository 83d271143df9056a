package dev.relaybench.chaos.scenario;

import com.google.auto.service.AutoService;
import dev.relaybench.harness.Plan;
import dev.relaybench.harness.Scenario;
import dev.relaybench.harness.expect.Timings;
import dev.relaybench.harness.fault.BrokerBlackHole;

/// Nothing passes between relay and broker, and no connection is closed.
///
/// Catches a relay that takes sending for success, or that waits for an answer without a deadline.
@AutoService(Scenario.class)
public final class BrokerSlowBlackHole implements Scenario {
    @Override
    public String name() {
        return "broker-slow-black-hole";
    }

    @Override
    public Plan plan(Timings timings) {
        return BrokerSlow.givingUpSends(
                "Nothing passes between relay and broker, and no connection is closed.",
                "black hole between relay and broker",
                new BrokerBlackHole(),
                timings);
    }
}

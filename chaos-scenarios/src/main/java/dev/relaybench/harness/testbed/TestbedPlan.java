package dev.relaybench.harness.testbed;

import java.util.Optional;
import java.util.function.Supplier;

/// What an embedded testbed consists of.
///
/// @param brokers one or three
/// @param linkServer starts the Toxiproxy; empty for a testbed without faults on links
public record TestbedPlan(int brokers, Optional<Supplier<LinkServer>> linkServer) {
    public TestbedPlan {
        if (brokers != 1 && brokers != 3) {
            throw new TestbedException("A testbed has 1 or 3 brokers, not " + brokers + ".");
        }
    }

    /// One broker, and proxies before it and the database.
    public static TestbedPlan standard() {
        return new TestbedPlan(1, Optional.empty());
    }

    public TestbedPlan withBrokers(int count) {
        return new TestbedPlan(count, linkServer);
    }

    public TestbedPlan withLinkServer(Supplier<LinkServer> start) {
        return new TestbedPlan(brokers, Optional.of(start));
    }
}

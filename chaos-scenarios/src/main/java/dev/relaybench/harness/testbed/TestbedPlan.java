package dev.relaybench.harness.testbed;

/// What an embedded testbed consists of.
///
/// @param brokers one or three
public record TestbedPlan(int brokers) {
    public TestbedPlan {
        if (brokers != 1 && brokers != 3) {
            throw new TestbedException("A testbed has 1 or 3 brokers, not " + brokers + ".");
        }
    }

    /// One broker.
    public static TestbedPlan standard() {
        return new TestbedPlan(1);
    }
}

package dev.relaybench.harness.testbed;

import java.util.ArrayList;
import java.util.List;

/// The leased ports of one broker.
///
/// @param listeners those beside the controller's and the direct one, in the order of the plan
record BrokerPorts(int number, PortLease controller, PortLease direct, List<OpenListener> listeners)
        implements AutoCloseable {

    /// A further listener with its ports.
    ///
    /// @param broker where the broker listens
    /// @param proxy where its proxy listens, or is to listen; leased for a listener without a proxy as well
    record OpenListener(TestbedPlan.Listener plan, PortLease broker, PortLease proxy) {
        /// The port that clients are told.
        int advertised() {
            return plan.proxied() ? proxy.port() : broker.port();
        }
    }

    static BrokerPorts take(int number, List<TestbedPlan.Listener> listeners) {
        List<OpenListener> open = new ArrayList<>();
        for (TestbedPlan.Listener listener : listeners) {
            open.add(new OpenListener(listener, PortLease.take(), PortLease.take()));
        }
        return new BrokerPorts(number, PortLease.take(), PortLease.take(), List.copyOf(open));
    }

    /// @throws TestbedException if the plan had no listener of that name
    OpenListener listener(String name) {
        return listeners.stream()
                .filter(listener -> listener.plan().name().equals(name))
                .findFirst()
                .orElseThrow(() -> new TestbedException(
                        "Broker " + number + " has no listener " + name + ": start the testbed with one."));
    }

    @Override
    public void close() {
        controller.close();
        direct.close();
        for (OpenListener listener : listeners) {
            listener.broker().close();
            listener.proxy().close();
        }
    }
}

package dev.relaybench.harness.testbed;

import java.util.ArrayList;
import java.util.List;

/// The leased ports of one broker.
///
/// @param proxied one for each proxied listener
record BrokerPorts(int number, PortLease controller, PortLease direct, List<ProxiedListener> proxied)
        implements AutoCloseable {

    /// A listener whose advertised address is a proxy's.
    ///
    /// @param name the listener's name in the broker's settings
    /// @param broker where the broker listens
    /// @param proxy where the proxy listens
    record ProxiedListener(String name, PortLease broker, PortLease proxy) {}

    static BrokerPorts take(int number, List<String> proxiedListeners) {
        List<ProxiedListener> proxied = new ArrayList<>();
        for (String name : proxiedListeners) {
            proxied.add(new ProxiedListener(name, PortLease.take(), PortLease.take()));
        }
        return new BrokerPorts(number, PortLease.take(), PortLease.take(), List.copyOf(proxied));
    }

    @Override
    public void close() {
        controller.close();
        direct.close();
        for (ProxiedListener listener : proxied) {
            listener.broker().close();
            listener.proxy().close();
        }
    }
}

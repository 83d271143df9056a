package dev.relaybench.harness.testbed;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What an embedded testbed consists of.
///
/// @param brokers one or three
/// @param listeners what each broker has beside the listener for the harness; the testbed's own links go to the first
/// @param brokerSettings added to each broker's, by Kafka's names
/// @param postgresSettings added to PostgreSQL's
public record TestbedPlan(
        int brokers,
        List<Listener> listeners,
        Map<String, String> brokerSettings,
        Map<String, String> postgresSettings) {
    /// The listener whose advertised address is that of the testbed's own proxy.
    static final String PROXIED = "PROXIED";
    /// The listener whose advertised address is left for somebody else's proxy.
    static final String GUEST = "GUEST";

    private static final String PLAINTEXT = "PLAINTEXT";

    /// One more listener of a broker.
    ///
    /// @param protocol Kafka's word for it: `PLAINTEXT`, `SASL_SSL`
    /// @param proxied whether it advertises a port where a proxy is to listen, in place of its own
    record Listener(String name, String protocol, boolean proxied) {}

    public TestbedPlan {
        if (brokers != 1 && brokers != 3) {
            throw new TestbedException("A testbed has 1 or 3 brokers, not " + brokers + ".");
        }
        listeners = List.copyOf(listeners);
        brokerSettings = Map.copyOf(brokerSettings);
        postgresSettings = Map.copyOf(postgresSettings);
    }

    /// That many brokers, and nothing beside what the harness needs.
    public TestbedPlan(int brokers) {
        this(brokers, List.of(new Listener(PROXIED, PLAINTEXT, true)), Map.of(), Map.of());
    }

    /// One broker.
    public static TestbedPlan standard() {
        return new TestbedPlan(1);
    }

    /// The same, ready for somebody who knows it by its addresses alone and puts proxies of his own on its Toxiproxy:
    /// see {@link EmbeddedTestbed#writeGuestSettings(java.nio.file.Path)}.
    public TestbedPlan withGuest() {
        return withListener(new Listener(GUEST, PLAINTEXT, true));
    }

    TestbedPlan withListener(Listener listener) {
        List<Listener> more = new ArrayList<>(listeners);
        more.add(listener);
        return new TestbedPlan(brokers, more, brokerSettings, postgresSettings);
    }

    TestbedPlan withBrokerSettings(Map<String, String> added) {
        return new TestbedPlan(brokers, listeners, joined(brokerSettings, added), postgresSettings);
    }

    TestbedPlan withPostgresSettings(Map<String, String> added) {
        return new TestbedPlan(brokers, listeners, brokerSettings, joined(postgresSettings, added));
    }

    private static Map<String, String> joined(Map<String, String> some, Map<String, String> others) {
        Map<String, String> all = new HashMap<>(some);
        all.putAll(others);
        return all;
    }
}

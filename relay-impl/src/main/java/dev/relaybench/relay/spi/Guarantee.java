package dev.relaybench.relay.spi;

/// What a relay claims. The harness forbids an anomaly only where the relay under test claims its absence.
public enum Guarantee {
    /// Every committed row reaches its topic, possibly more than once.
    AT_LEAST_ONCE,
    /// The first copies of one aggregate's rows reach the topic in the order of their sequence numbers.
    AGGREGATE_ORDER
}

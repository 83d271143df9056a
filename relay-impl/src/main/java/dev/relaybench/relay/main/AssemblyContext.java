package dev.relaybench.relay.main;

import dev.relaybench.relay.message.Publisher;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.settings.RelaySettings;
import java.time.Duration;
import javax.sql.DataSource;

/// What every part of the relay is made from.
///
/// @param pool the application's connections
record AssemblyContext(
        RelaySettings settings, RelayWiring wiring, DataSource pool, Publisher publisher, RelayCounters counters) {

    /// The same, on other connections.
    AssemblyContext withPool(DataSource other) {
        return new AssemblyContext(settings, wiring, other, publisher, counters);
    }

    /// Connection, claim, publish, mark, postpone, commit: each with its own deadline.
    Duration relayCycleTimeMax() {
        return settings.database().transactionTimeMax(4).plus(settings.kafka().publishTimeoutMax());
    }
}

package dev.relaybench.relay.testbed;

import dev.relaybench.relay.main.Relay;
import dev.relaybench.relay.main.RelayWiring;
import dev.relaybench.relay.main.StartupException;
import dev.relaybench.relay.message.Publisher;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.settings.KafkaSettings;
import dev.relaybench.relay.settings.RelaySettings;
import java.util.Map;

/// A wiring whose broker is in memory.
public class TestRelay extends RelayWiring {
    private final MemoryPublisher publisher;

    public TestRelay(MemoryPublisher publisher) {
        this.publisher = publisher;
    }

    @Override
    public final Publisher publisher(KafkaSettings settings, RelayCounters counters) {
        return publisher;
    }

    /// Starts it in this JVM.
    public final Relay start(TestDatabase database, Map<String, String> settings) throws StartupException {
        return Relay.start(RelaySettings.of(database.settings(settings)), this);
    }
}

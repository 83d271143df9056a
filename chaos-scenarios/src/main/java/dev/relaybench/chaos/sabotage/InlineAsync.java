package dev.relaybench.chaos.sabotage;

import com.google.auto.service.AutoService;
import dev.relaybench.harness.expect.Anomaly;
import dev.relaybench.relay.main.RelayWiring;
import java.util.Map;
import java.util.Set;

/// No outbox at all: sent after the commit, and forgotten. A publish mode that people use, and a dual write.
@AutoService(Sabotage.class)
public final class InlineAsync implements Sabotage {
    @Override
    public String name() {
        return "inline-async";
    }

    @Override
    public String description() {
        return "Without an outbox: sends after the commit, and forgets.";
    }

    @Override
    public Set<Catch> caughtBy() {
        return Set.of(new Catch("broker-slow-black-hole", Anomaly.LOST));
    }

    @Override
    public Map<String, String> settings() {
        return Map.of("relay.publish-mode", "inline-async");
    }

    @Override
    public RelayWiring wiring() {
        return new RelayWiring();
    }
}

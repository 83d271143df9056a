package dev.relaybench.chaos.sabotage;

import com.google.auto.service.AutoService;
import dev.relaybench.harness.expect.Anomaly;
import dev.relaybench.relay.loop.Loop;
import dev.relaybench.relay.loop.LoopSpec;
import dev.relaybench.relay.loop.Next;
import dev.relaybench.relay.main.RelayWiring;
import dev.relaybench.relay.metrics.RelayCounters;
import java.util.Set;

/// The polling worker never looks at the table.
@AutoService(Sabotage.class)
public final class NoPollingFallback implements Sabotage {
    @Override
    public String name() {
        return "no-polling-fallback";
    }

    @Override
    public String description() {
        return "The polling worker never looks at the table.";
    }

    @Override
    public Set<Catch> caughtBy() {
        return Set.of(new Catch("outbox-queue-full", Anomaly.STALLED), new Catch("jvm-kill", Anomaly.STALLED));
    }

    @Override
    public RelayWiring wiring() {
        return new RelayWiring() {
            @Override
            public Loop pollingLoop(LoopSpec spec, RelayCounters counters) {
                return new Loop(spec.withCycle(trigger -> Next.PAUSE), counters);
            }
        };
    }
}

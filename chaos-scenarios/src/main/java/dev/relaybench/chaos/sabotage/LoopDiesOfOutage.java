package dev.relaybench.chaos.sabotage;

import com.google.auto.service.AutoService;
import dev.relaybench.harness.expect.Anomaly;
import dev.relaybench.relay.loop.Loop;
import dev.relaybench.relay.loop.LoopSpec;
import dev.relaybench.relay.main.RelayWiring;
import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.message.PublishResult;
import dev.relaybench.relay.message.Publisher;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.settings.KafkaSettings;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/// The first publish that fails throws out of the loop, and the loop never runs again.
@AutoService(Sabotage.class)
public final class LoopDiesOfOutage implements Sabotage {
    @Override
    public String name() {
        return "loop-dies-of-outage";
    }

    @Override
    public String description() {
        return "The first publish that fails throws out of the loop, and the loop never runs again.";
    }

    @Override
    public Set<Catch> caughtBy() {
        return Set.of(
                new Catch("broker-slow-acks-lost", Anomaly.STALLED),
                new Catch("broker-slow-black-hole", Anomaly.STALLED),
                new Catch("broker-two-down", Anomaly.STALLED));
    }

    @Override
    public RelayWiring wiring() {
        return new RelayWiring() {
            @Override
            public Publisher publisher(KafkaSettings settings, RelayCounters counters) {
                return new Throwing(super.publisher(settings, counters));
            }

            @Override
            public Loop pollingLoop(LoopSpec spec, RelayCounters counters) {
                return mortal(spec, counters);
            }

            @Override
            public Loop immediateLoop(LoopSpec spec, RelayCounters counters) {
                return mortal(spec, counters);
            }
        };
    }

    private static Loop mortal(LoopSpec spec, RelayCounters counters) {
        return new Loop(spec, counters) {
            @Override
            protected boolean goesOnAfter(Throwable failure) {
                return false;
            }
        };
    }

    private record Throwing(Publisher publisher) implements Publisher {
        @Override
        public List<PublishResult> publish(List<OutboxMessage> messages) throws InterruptedException {
            var results = publisher.publish(messages);
            if (results.stream().anyMatch(PublishResult.Unavailable.class::isInstance)) {
                throw new IllegalStateException("a publish failed");
            }
            return results;
        }

        @Override
        public void close(Duration timeout) {
            publisher.close(timeout);
        }
    }
}

package dev.relaybench.relay.main;

import dev.relaybench.relay.loop.Loop;
import dev.relaybench.relay.loop.LoopSpec;
import dev.relaybench.relay.polling.Backoff;
import dev.relaybench.relay.polling.PollingOutbox;
import dev.relaybench.relay.polling.PollingOutboxPart;
import dev.relaybench.relay.polling.PollingOutboxPart.Upkeep;
import dev.relaybench.relay.polling.PollingRelayService;
import dev.relaybench.relay.polling.PollingUpkeep;
import dev.relaybench.relay.polling.PollingWorker;
import dev.relaybench.relay.polling.Settlement.Retry;
import dev.relaybench.relay.settings.EventSettings.Table;
import dev.relaybench.relay.settings.PollingOutboxSettings;
import dev.relaybench.relay.settings.PollingOutboxSettings.Order;
import dev.relaybench.relay.settings.RelaySettings;
import dev.relaybench.relay.settings.WakeSettings.Transport;
import dev.relaybench.relay.transaction.CommitOutcome.FastPath;
import dev.relaybench.relay.wake.Wakes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/// Puts the polling outbox of S2 and S3 together.
final class PollingOutboxAssembly {
    private PollingOutboxAssembly() {}

    static Outbound assemble(AssemblyContext application) {
        Wakes wakes = application.wiring().wakes(application.settings(), application.counters());
        PollerPool pool = PollerPool.open(application);
        AssemblyContext context = application.withPool(pool.dataSource());
        RelaySettings settings = context.settings();
        PollingUpkeep upkeep = new PollingUpkeep(context.pool(), settings, context.counters());
        Optional<Loop> polling =
                settings.events().publisherEnabled() ? Optional.of(pollingLoop(context, upkeep)) : Optional.empty();
        PollingOutboxPart part = new PollingOutboxPart(
                polling, new Upkeep(loops(upkeep.first(), context), loops(upkeep.later(), context), upkeep::close));
        return new Outbound(Optional.of(new WokenPart(part, polling, wakes, pool)), mode(settings, wakes));
    }

    private static PollingOutbox mode(RelaySettings settings, Wakes wakes) {
        Table table = settings.events().table();
        Order order = settings.polling().order();
        if (settings.wake().transport() == Transport.NONE) {
            return new PollingOutbox(table, order);
        }
        return new PollingOutbox(table, order, messages -> {
            wakes.send();
            return FastPath.ACCEPTED;
        });
    }

    private static List<Loop> loops(List<LoopSpec> specs, AssemblyContext context) {
        return specs.stream()
                .map(spec -> context.wiring().upkeepLoop(spec, context.counters()))
                .toList();
    }

    private static Loop pollingLoop(AssemblyContext context, PollingUpkeep upkeep) {
        RelaySettings settings = context.settings();
        PollingOutboxSettings.Retry retry = settings.polling().retry();
        Duration publishTimeMax = settings.kafka().publishTimeoutMax();
        // Looked up for each number: the loop's thread is not this one.
        RandomGenerator random = () -> ThreadLocalRandom.current().nextLong();
        PollingRelayService service = new PollingRelayService(
                context.wiring().pollingClaims(context.pool(), settings),
                context.publisher(),
                publishTimeMax,
                new Retry(retry.attemptsMax(), Backoff.of(retry), random),
                context.wiring().alerts(),
                context.counters());
        // A claim and a debt of marks of an earlier one, a publish, and the marks: four statements at worst.
        Duration cycleTimeMax = publishTimeMax
                .plus(settings.database().transactionTimeMax(5))
                .plus(settings.database().transactionTimeMax(4).multipliedBy(2));
        LoopSpec spec = new LoopSpec(
                "outbox-polling",
                settings.polling().poll().fixedDelay(),
                cycleTimeMax,
                upkeep.gate(new PollingWorker(service, settings.polling().poll(), context.counters())));
        return context.wiring().pollingLoop(spec, context.counters());
    }
}

package dev.relaybench.relay.main;

import dev.relaybench.relay.consumer.ConsumerPart;
import dev.relaybench.relay.consumer.RetryTopics;
import dev.relaybench.relay.consumer.WorkConsumer;
import dev.relaybench.relay.consumer.WorkConsumer.Links;
import dev.relaybench.relay.consumer.WorkRules;
import dev.relaybench.relay.kafka.ConsumerFactory;
import dev.relaybench.relay.kafka.RecordForwarder;
import dev.relaybench.relay.loop.LoopSpec;
import dev.relaybench.relay.loop.Part;
import dev.relaybench.relay.settings.ConsumerSettings;
import dev.relaybench.relay.settings.RelaySettings;
import dev.relaybench.relay.vendor.Vendor;
import java.time.Duration;
import java.util.Optional;

/// Puts S4 together.
final class ConsumerAssembly {
    /// Before the next try, when there is no broker or no topic.
    private static final Duration DELAY = Duration.ofSeconds(1);

    private ConsumerAssembly() {}

    /// Empty if no topic is set.
    static Optional<Part> assemble(AssemblyContext context) {
        RelaySettings settings = context.settings();
        return settings.consumer().topic().map(topic -> assemble(context, topic));
    }

    private static Part assemble(AssemblyContext context, String topic) {
        RelaySettings settings = context.settings();
        ConsumerSettings consumer = settings.consumer();
        RelayWiring wiring = context.wiring();
        Duration claimTime = ConsumerSettings.executionTimeMax(settings.vendor(), settings.database());
        WorkRules rules = new WorkRules(
                consumer.askBeforeCallingAgain(),
                consumer.catchEverything(),
                settings.vendor().callTimeout(),
                claimTime,
                consumer.retryDelay());
        ConsumerFactory.Group group = new ConsumerFactory.Group(
                consumer.group(), "relaybench-consumer", consumer.recordsPerPollMax(), consumer.maxPollInterval());
        Vendor vendor = wiring.vendor(settings.vendor());
        WorkConsumer worker = new WorkConsumer(
                new RetryTopics(topic, consumer.attempts(), consumer.retryDelay()),
                new Links(
                        wiring.workConsumers(settings.kafka(), group),
                        new RecordForwarder(settings.kafka()),
                        wiring.workTopics(settings.kafka()),
                        settings.kafka().requestTimeout()),
                wiring.workTable(context.pool(), settings.instance(), rules),
                vendor,
                rules,
                context.counters());
        Duration batchTimeMax = ConsumerSettings.recordTimeMax(settings.vendor(), settings.database(), settings.kafka())
                .multipliedBy(consumer.recordsPerPollMax());
        LoopSpec spec = new LoopSpec("consumer", DELAY, batchTimeMax, worker);
        return new ConsumerPart(worker, wiring.workLoop(spec, context.counters()), vendor);
    }
}

package dev.relaybench.relay.main;

import dev.relaybench.relay.loop.Loop;
import dev.relaybench.relay.loop.LoopSpec;
import dev.relaybench.relay.outbox.ChannelOutbox;
import dev.relaybench.relay.outbox.ChannelOutboxPart;
import dev.relaybench.relay.outbox.OutboxAppender;
import dev.relaybench.relay.outbox.OutboxClaims;
import dev.relaybench.relay.outbox.PgOutboxChannel;
import dev.relaybench.relay.outbox.PgOutboxImmediateWorker;
import dev.relaybench.relay.outbox.PgOutboxPollingWorker;
import dev.relaybench.relay.outbox.PgOutboxRelayService;
import dev.relaybench.relay.outbox.PgOutboxRelayService.RefusedBackoff;
import dev.relaybench.relay.settings.OutboxSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Puts the outbox half of S1 together.
final class ChannelOutboxAssembly {
    private ChannelOutboxAssembly() {}

    static Outbound assemble(AssemblyContext context) {
        OutboxSettings outbox = context.settings().outbox();
        PgOutboxChannel channel = new PgOutboxChannel(outbox.channel().capacity(), context.counters());
        OutboxAppender appender = context.wiring().appender(channel);
        if (!context.settings().events().publisherEnabled()) {
            return new Outbound(Optional.empty(), ChannelOutbox.storingOnly(appender));
        }
        OutboxClaims claims = context.wiring().claims();
        RefusedBackoff backoff = outbox.postponeRefused()
                ? new RefusedBackoff(outbox.polling().fixedDelay(), outbox.refusedBackoffMax())
                : RefusedBackoff.NONE;
        PgOutboxRelayService service = new PgOutboxRelayService(
                context.pool(), context.publisher(), context.wiring().marks(), backoff, context.counters());

        Loop polling = context.wiring()
                .pollingLoop(
                        new LoopSpec(
                                "outbox-polling",
                                outbox.polling().fixedDelay(),
                                context.relayCycleTimeMax(),
                                new PgOutboxPollingWorker(claims, service, outbox.polling(), context.counters())),
                        context.counters());
        PgOutboxImmediateWorker worker = new PgOutboxImmediateWorker(
                channel, claims, service, outbox.channel().takeSize(), context.counters());
        List<Loop> immediate = IntStream.rangeClosed(1, outbox.channel().workerCount())
                .mapToObj(n -> context.wiring()
                        .immediateLoop(
                                new LoopSpec(
                                        "outbox-immediate-" + n, Duration.ZERO, context.relayCycleTimeMax(), worker),
                                context.counters()))
                .toList();
        return new Outbound(
                Optional.of(new ChannelOutboxPart(channel, polling, immediate)), new ChannelOutbox(appender, channel));
    }
}

package dev.relaybench.relay.main;

import dev.relaybench.relay.inbox.Approvals;
import dev.relaybench.relay.inbox.ChannelHandOver;
import dev.relaybench.relay.inbox.DirectHandOver;
import dev.relaybench.relay.inbox.HandOver;
import dev.relaybench.relay.inbox.InboxClaims;
import dev.relaybench.relay.inbox.InboxListener;
import dev.relaybench.relay.inbox.InboxListenerPart;
import dev.relaybench.relay.inbox.InboxMarks;
import dev.relaybench.relay.inbox.InboxStore;
import dev.relaybench.relay.inbox.InboxWorkersPart;
import dev.relaybench.relay.inbox.PgInboxChannel;
import dev.relaybench.relay.inbox.PgInboxImmediateWorker;
import dev.relaybench.relay.inbox.PgInboxPollingWorker;
import dev.relaybench.relay.inbox.PgInboxService;
import dev.relaybench.relay.inbox.Settlements;
import dev.relaybench.relay.kafka.ConsumerFactory;
import dev.relaybench.relay.kafka.RecordSource;
import dev.relaybench.relay.loop.Loop;
import dev.relaybench.relay.loop.LoopSpec;
import dev.relaybench.relay.loop.Part;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.outbox.OutboxAppender;
import dev.relaybench.relay.settings.InboxSettings;
import dev.relaybench.relay.settings.RelaySettings;
import dev.relaybench.relay.transaction.TransactionalOutbox;
import dev.relaybench.relay.vendor.Vendor;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/// Puts the inbox half of S1 together.
final class InboxAssembly {
    private final AssemblyContext context;
    private final RelaySettings settings;
    private final InboxSettings inbox;
    private final TransactionalOutbox transactions;
    /// Retries and dead letters wait for the outbox polling worker: there is nobody to tell.
    private final OutboxAppender appender = new OutboxAppender();

    private InboxAssembly(AssemblyContext context, TransactionalOutbox transactions) {
        this.context = context;
        this.settings = context.settings();
        this.inbox = settings.inbox();
        this.transactions = transactions;
    }

    /// The parts, in the order in which requests pass through them; none if the inbox is off.
    ///
    /// @param transactions stores requests, and results with their messages
    static List<Part> assemble(AssemblyContext context, TransactionalOutbox transactions) {
        return context.settings().inbox().topics().inbound().isEmpty()
                ? List.of()
                : new InboxAssembly(context, transactions).parts();
    }

    private List<Part> parts() {
        RelayCounters counters = context.counters();
        RelayWiring wiring = context.wiring();
        PgInboxChannel channel = new PgInboxChannel(inbox.channel().capacity(), counters);
        InboxClaims claims = wiring.inboxClaims(settings.instance());
        InboxMarks marks = wiring.inboxMarks();
        Vendor vendor = wiring.vendor(settings.vendor());
        PgInboxService service = new PgInboxService(
                context.pool(),
                new Approvals(vendor, settings, counters),
                new Settlements(transactions, appender, marks, inbox, counters));

        HandOver handOver = switch (inbox.mode()) {
            case CHANNEL -> new ChannelHandOver(channel, context.pool(), marks, inbox.rejectedDueAtOnce());
            case DIRECT -> new DirectHandOver(claims, service);
        };
        return List.of(listener(handOver), workers(channel, claims, service, vendor));
    }

    private Part listener(HandOver handOver) {
        ConsumerFactory.Group group = new ConsumerFactory.Group(
                inbox.topics().group(),
                "relaybench-relay-inbox",
                inbox.intake().recordsPerPollMax(),
                inbox.intake().maxPollInterval());
        RecordSource source = new RecordSource(
                context.wiring().inboxConsumers(settings.kafka(), group),
                inbox.topics().inbound().orElseThrow(),
                settings.kafka().requestTimeout(),
                context.counters());
        InboxStore store = new InboxStore(transactions, appender, inbox, context.counters());
        InboxListener listener = new InboxListener(source, store, handOver);
        LoopSpec spec = new LoopSpec("inbox-listener", Duration.ZERO, listenerCycleTimeMax(), listener);
        return new InboxListenerPart(listener, source, context.wiring().inboxListenerLoop(spec, context.counters()));
    }

    private Part workers(PgInboxChannel channel, InboxClaims claims, PgInboxService service, Vendor vendor) {
        RelayCounters counters = context.counters();
        int workerCount = inbox.channel().workerCount();
        PgInboxPollingWorker pollingWorker = new PgInboxPollingWorker(claims, service, inbox, rowTimeMax(), counters);
        int rounds = (inbox.polling().batchSize() + workerCount - 1) / workerCount;
        Loop polling = context.wiring()
                .inboxPollingLoop(
                        new LoopSpec(
                                "inbox-polling",
                                inbox.polling().fixedDelay(),
                                rowTimeMax().multipliedBy(rounds),
                                pollingWorker),
                        counters);
        PgInboxImmediateWorker worker = new PgInboxImmediateWorker(channel, claims, service, counters);
        List<Loop> immediate = IntStream.rangeClosed(1, workerCount)
                .mapToObj(n -> context.wiring()
                        .inboxImmediateLoop(
                                new LoopSpec("inbox-immediate-" + n, Duration.ZERO, rowTimeMax(), worker), counters))
                .toList();
        return new InboxWorkersPart(channel, pollingWorker, polling, immediate, vendor);
    }

    /// A claim, two questions and a call, a settlement.
    private Duration rowTimeMax() {
        return settings.database()
                .transactionTimeMax(3)
                .plus(settings.vendor().callTimeout().multipliedBy(3))
                .plus(settings.database().transactionTimeMax(3));
    }

    /// The batch, the mark of rejected rows, the offsets; in direct mode the rows as well.
    private Duration listenerCycleTimeMax() {
        Duration stored = settings.database()
                .transactionTimeMax(4)
                .plus(settings.database().transactionTimeMax(2))
                .plus(settings.kafka().requestTimeout().multipliedBy(2));
        return switch (inbox.mode()) {
            case CHANNEL -> stored;
            case DIRECT -> stored.plus(rowTimeMax().multipliedBy(inbox.intake().recordsPerPollMax()));
        };
    }
}

package dev.relaybench.relay.main;

import com.zaxxer.hikari.HikariDataSource;
import dev.relaybench.relay.consumer.WorkRules;
import dev.relaybench.relay.consumer.WorkTable;
import dev.relaybench.relay.inbox.InboxClaims;
import dev.relaybench.relay.inbox.InboxMarks;
import dev.relaybench.relay.jdbc.ConnectionPool;
import dev.relaybench.relay.kafka.ConsumerFactory;
import dev.relaybench.relay.kafka.KafkaPublisher;
import dev.relaybench.relay.kafka.ProducerFactory;
import dev.relaybench.relay.kafka.RecordFormat;
import dev.relaybench.relay.kafka.TopicDirectory;
import dev.relaybench.relay.loop.Loop;
import dev.relaybench.relay.loop.LoopSpec;
import dev.relaybench.relay.message.AsyncPublisher;
import dev.relaybench.relay.message.PayloadPolicy;
import dev.relaybench.relay.message.Publisher;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.outbox.OutboxAppender;
import dev.relaybench.relay.outbox.OutboxClaims;
import dev.relaybench.relay.outbox.OutboxMarks;
import dev.relaybench.relay.outbox.PgOutboxChannel;
import dev.relaybench.relay.polling.Claims;
import dev.relaybench.relay.polling.LeaseClaims;
import dev.relaybench.relay.polling.OperationAlerts;
import dev.relaybench.relay.polling.RowLockClaims;
import dev.relaybench.relay.settings.EventSettings;
import dev.relaybench.relay.settings.KafkaSettings;
import dev.relaybench.relay.settings.PollingOutboxSettings;
import dev.relaybench.relay.settings.RelaySettings;
import dev.relaybench.relay.settings.VendorSettings;
import dev.relaybench.relay.vendor.HttpVendor;
import dev.relaybench.relay.vendor.Vendor;
import dev.relaybench.relay.wake.Wakes;
import java.time.Duration;
import javax.sql.DataSource;

/// Makes the parts of the relay. A sabotaged relay is a subclass that overrides one method, run by
/// {@link RelayMain#run}.
///
/// | mistake | what to override |
/// |---|---|
/// | no polling fallback | {@link #pollingLoop}: `new Loop(spec.withCycle(() -> false), counters)` |
/// | loop dies of its first exception | {@link #pollingLoop}: a `Loop` whose `goesOnAfter` is false |
/// | marked before the acknowledgement | {@link #publisher}: one that sends and says `Acked` at once |
/// | retries blindly, no idempotence | {@link #publisher}: one that sends again, with its own `ProducerFactory` |
/// | offered before the commit | {@link #appender}: one that offers; {@link #claims}: one that returns the jobs'
/// messages |
/// | claim without lock or check | {@link #claims}: one with other SQL |
/// | inbox claim without lock or check | {@link #inboxClaims}: one with other SQL |
/// | inbox settlement without a fence | {@link #inboxMarks}: one with other SQL |
/// | no inbox fallback | {@link #inboxPollingLoop}: a cycle that does nothing |
/// | consumer claim without a fence, marks without a check | {@link #workTable}: one with other transitions |
///
/// Each method is called once for each part, by one thread, before anything runs. A subclass must not log in its
/// constructor: logging is set up by `RelayMain.run`.
public class RelayWiring {

    /// The pool that requests and workers share.
    public HikariDataSource pool(RelaySettings settings) {
        return ConnectionPool.open(settings.database(), idleInTransactionMax(settings));
    }

    /// A transaction is idle while it publishes.
    static Duration idleInTransactionMax(RelaySettings settings) {
        return settings.kafka().publishTimeoutMax().plusSeconds(5);
    }

    /// Decides which messages may be appended: the place to refuse personal data.
    public PayloadPolicy payloadPolicy(EventSettings settings) {
        return PayloadPolicy.bytesAtMost(settings.payloadBytesMax());
    }

    /// Writes outbox rows.
    ///
    /// @param channel for a sabotage only; the sound one tells nobody
    public OutboxAppender appender(PgOutboxChannel channel) {
        return new OutboxAppender();
    }

    /// Claims outbox rows.
    public OutboxClaims claims() {
        return new OutboxClaims();
    }

    /// Marks outbox rows.
    public OutboxMarks marks() {
        return new OutboxMarks();
    }

    /// Claims rows of a polling outbox.
    public Claims pollingClaims(DataSource dataSource, RelaySettings settings) {
        EventSettings.Table table = settings.events().table();
        PollingOutboxSettings polling = settings.polling();
        return switch (polling.claim()) {
            case LEASE ->
                new LeaseClaims(
                        dataSource,
                        table,
                        polling.order(),
                        new LeaseClaims.Terms(settings.instance(), polling.lease()));
            case ROW_LOCK -> new RowLockClaims(dataSource, table, polling.order(), idleInTransactionMax(settings));
        };
    }

    /// Tells people of rows that were given up.
    public OperationAlerts alerts() {
        return OperationAlerts.toLog();
    }

    /// Sends to Kafka. Must not wait for the broker.
    public Publisher publisher(KafkaSettings settings, RelayCounters counters) {
        return new KafkaPublisher(
                ProducerFactory.of(ProducerFactory.safeProperties(settings)),
                settings.publishTimeoutMax(),
                RecordFormat.of(settings.format()),
                counters);
    }

    /// Sends to Kafka and forgets. What it opens ends with the publisher.
    ///
    /// @param publisher what {@link #publisher} made
    /// @throws IllegalStateException if it can only wait
    public AsyncPublisher asyncPublisher(Publisher publisher) {
        if (publisher instanceof AsyncPublisher async) {
            return async;
        }
        throw new IllegalStateException(publisher.getClass().getSimpleName() + " cannot send without waiting");
    }

    /// Tells pollers that rows wait.
    public Wakes wakes(RelaySettings settings, RelayCounters counters) {
        return Wakes.open(settings.wake(), settings.database(), counters);
    }

    /// The transitions of the consumer's work.
    ///
    /// @param owner name of this relay
    public WorkTable workTable(DataSource pool, String owner, WorkRules rules) {
        return new WorkTable(pool, owner, rules.claimTime(), rules.askBeforeCallingAgain());
    }

    /// Makes the consumers of work. Must not wait for the broker.
    public ConsumerFactory workConsumers(KafkaSettings settings, ConsumerFactory.Group group) {
        return ConsumerFactory.of(ConsumerFactory.safeProperties(settings, group));
    }

    /// Finds and makes the consumer's topics.
    public TopicDirectory workTopics(KafkaSettings settings) {
        return new TopicDirectory(settings);
    }

    /// Runs the consumer of work.
    public Loop workLoop(LoopSpec spec, RelayCounters counters) {
        return new Loop(spec, counters);
    }

    /// Runs one immediate worker.
    public Loop immediateLoop(LoopSpec spec, RelayCounters counters) {
        return new Loop(spec, counters);
    }

    /// Runs the polling worker.
    public Loop pollingLoop(LoopSpec spec, RelayCounters counters) {
        return new Loop(spec, counters);
    }

    /// Runs one of the loops that keep a polling outbox in order: reaper, removal, rotation, leader election.
    public Loop upkeepLoop(LoopSpec spec, RelayCounters counters) {
        return new Loop(spec, counters);
    }

    /// Makes the inbox's consumers. Must not wait for the broker.
    public ConsumerFactory inboxConsumers(KafkaSettings settings, ConsumerFactory.Group group) {
        return ConsumerFactory.of(ConsumerFactory.safeProperties(settings, group));
    }

    /// Claims inbox rows.
    ///
    /// @param owner name of this relay
    public InboxClaims inboxClaims(String owner) {
        return new InboxClaims(owner);
    }

    /// Settles inbox rows.
    public InboxMarks inboxMarks() {
        return new InboxMarks();
    }

    /// Has payments approved, and work done. Must not wait for the vendor. Closed with the relay.
    public Vendor vendor(VendorSettings settings) {
        return new HttpVendor(settings);
    }

    /// Runs the inbox's consumer thread.
    public Loop inboxListenerLoop(LoopSpec spec, RelayCounters counters) {
        return new Loop(spec, counters);
    }

    /// Runs one inbox immediate worker.
    public Loop inboxImmediateLoop(LoopSpec spec, RelayCounters counters) {
        return new Loop(spec, counters);
    }

    /// Runs the inbox polling worker.
    public Loop inboxPollingLoop(LoopSpec spec, RelayCounters counters) {
        return new Loop(spec, counters);
    }
}

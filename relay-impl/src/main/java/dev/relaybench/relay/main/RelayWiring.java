package dev.relaybench.relay.main;

import com.zaxxer.hikari.HikariDataSource;
import dev.relaybench.relay.consumer.WorkRules;
import dev.relaybench.relay.consumer.WorkTable;
import dev.relaybench.relay.jdbc.ConnectionPool;
import dev.relaybench.relay.kafka.KafkaPublisher;
import dev.relaybench.relay.kafka.ProducerFactory;
import dev.relaybench.relay.kafka.TopicDirectory;
import dev.relaybench.relay.kafka.WorkConsumerFactory;
import dev.relaybench.relay.loop.Loop;
import dev.relaybench.relay.loop.LoopSpec;
import dev.relaybench.relay.message.Publisher;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.outbox.OutboxAppender;
import dev.relaybench.relay.outbox.OutboxClaims;
import dev.relaybench.relay.outbox.OutboxMarks;
import dev.relaybench.relay.outbox.PgOutboxChannel;
import dev.relaybench.relay.settings.ConsumerSettings;
import dev.relaybench.relay.settings.KafkaSettings;
import dev.relaybench.relay.settings.RelaySettings;
import dev.relaybench.relay.settings.VendorSettings;
import dev.relaybench.relay.vendor.HttpVendor;
import dev.relaybench.relay.vendor.Vendor;
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
/// | consumer claim without a fence, marks without a check | {@link #workTable}: one with other transitions |
///
/// Each method is called once for each part, by one thread, before anything runs. A subclass must not log in its
/// constructor: logging is set up by `RelayMain.run`.
public class RelayWiring {

    /// The pool that requests and workers share.
    public HikariDataSource pool(RelaySettings settings) {
        // A transaction is idle while it publishes.
        return ConnectionPool.open(
                settings.database(), settings.kafka().publishTimeoutMax().plusSeconds(5));
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

    /// Sends to Kafka. Must not wait for the broker.
    public Publisher publisher(KafkaSettings settings, RelayCounters counters) {
        return new KafkaPublisher(
                ProducerFactory.of(ProducerFactory.safeProperties(settings)), settings.publishTimeoutMax(), counters);
    }

    /// The transitions of the consumer's work.
    ///
    /// @param owner name of this relay
    public WorkTable workTable(DataSource pool, String owner, WorkRules rules) {
        return new WorkTable(pool, owner, rules.claimTime(), rules.askBeforeCallingAgain());
    }

    /// Has the consumer's work done. Must not wait for the vendor. Closed with the relay, if it can be.
    public Vendor workVendor(VendorSettings settings) {
        return new HttpVendor(settings);
    }

    /// Makes the consumers of work. Must not wait for the broker.
    public WorkConsumerFactory workConsumers(KafkaSettings settings, ConsumerSettings consumer) {
        return WorkConsumerFactory.of(WorkConsumerFactory.safeProperties(settings, consumer));
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
}

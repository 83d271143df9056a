package dev.relaybench.relay.settings;

import dev.relaybench.relay.settings.EventSettings.Mode;
import dev.relaybench.relay.settings.EventSettings.Table;
import dev.relaybench.relay.settings.PollingOutboxSettings.ClaimStrategy;
import java.time.Duration;

/// The rules that concern several groups of settings. Each names the keys, the values and the reason.
final class SettingsRules {
    private SettingsRules() {}

    static void check(RelaySettings settings, SettingsReader in) {
        checkPool(settings, in);
        checkLease(settings, in);
        checkZombies(settings, in);
        checkConsumer(settings, in);
    }

    private static void checkPool(RelaySettings settings, SettingsReader in) {
        int pool = settings.database().poolSize();
        int workers = settings.outbox().channel().workerCount();
        in.rule(
                pool >= workers + 2,
                ("%s = %d must be at least %s + 2 = %d: each immediate worker and the polling worker hold a connection"
                                + " while they publish, and requests need one")
                        .formatted(DatabaseSettings.POOL_SIZE, pool, OutboxSettings.WORKER_COUNT, workers + 2));
    }

    /// A slow relay must not be taken for a dead one.
    private static void checkLease(RelaySettings settings, SettingsReader in) {
        boolean leased = settings.events().table() != Table.PG_OUTBOX
                && settings.polling().claim() == ClaimStrategy.LEASE;
        Duration work =
                settings.kafka().publishTimeoutMax().plus(settings.database().transactionTimeMax(2));
        Duration lease = settings.polling().lease();
        in.rule(
                !leased || lease.compareTo(work) > 0,
                ("%s = %d must be more than %d, the longest time that a live relay holds a row: max-block, delivery"
                                + " and connection time-out, two statement time-outs and a second; else a slow relay is"
                                + " taken for a dead one")
                        .formatted(PollingOutboxSettings.LEASE, lease.toMillis(), work.toMillis()));
    }

    /// A slow inbox worker must not be taken for a dead one.
    private static void checkZombies(RelaySettings settings, SettingsReader in) {
        boolean on = settings.inbox().topics().inbound().isPresent();
        in.rule(
                !on || settings.vendor().url().isPresent(),
                VendorSettings.URL + " is missing: pg.inbox.topic needs a vendor to call");
        in.rule(
                !on || leavesByChannelOutbox(settings.events()),
                "pg.inbox.topic needs relay.outbox.table = pg_outbox and relay.publish-mode = outbox: results and"
                        + " retries leave by that table");
        // The end of the claim, a question, a call, a question more before a request is given up, the settlement.
        Duration work = settings.vendor()
                .callTimeout()
                .multipliedBy(3)
                .plus(settings.database().transactionTimeMax(4));
        Duration timeout = settings.inbox().polling().inProgressTimeout();
        in.rule(
                !on || timeout.compareTo(work) > 0,
                ("%s = %d must be more than %d, the longest time that a live worker holds a row: two questions to the"
                                + " vendor, a call, the commit of the claim, and a transaction of three statements;"
                                + " else a slow worker is taken for a dead one")
                        .formatted(InboxSettings.IN_PROGRESS_TIMEOUT, timeout.toMillis(), work.toMillis()));
    }

    private static boolean leavesByChannelOutbox(EventSettings events) {
        return events.table() == Table.PG_OUTBOX && events.mode() == Mode.OUTBOX;
    }

    private static void checkConsumer(RelaySettings settings, SettingsReader in) {
        in.rule(
                settings.consumer().topic().isEmpty() || settings.vendor().url().isPresent(),
                VendorSettings.URL + " is missing: consumer.topic needs a vendor to call");
        ConsumerSettings consumer = settings.consumer();
        Duration record = ConsumerSettings.recordTimeMax(settings.vendor(), settings.database(), settings.kafka());
        Duration batch = record.multipliedBy(consumer.recordsPerPollMax());
        in.rule(
                consumer.topic().isEmpty() || batch.compareTo(consumer.maxPollInterval()) < 0,
                ("%s = %d x %d, the longest time of one record (two call time-outs of the vendor, the time-outs of"
                                + " three statements and of two connections, a publish and a second), is %d and must be"
                                + " less than %s = %d: else a slow vendor has the group give the partitions away"
                                + " while their records are worked on")
                        .formatted(
                                ConsumerSettings.RECORDS_PER_POLL_MAX,
                                consumer.recordsPerPollMax(),
                                record.toMillis(),
                                batch.toMillis(),
                                ConsumerSettings.MAX_POLL_INTERVAL,
                                consumer.maxPollInterval().toMillis()));
    }
}

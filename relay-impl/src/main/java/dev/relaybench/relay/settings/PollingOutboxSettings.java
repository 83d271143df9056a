package dev.relaybench.relay.settings;

import dev.relaybench.relay.settings.SettingsReader.Range;
import java.time.Duration;

/// The polling outbox of S2 and S3: every table but `pg_outbox`.
///
/// | key | default | meaning |
/// |---|---|---|
/// | `outbox.claim` | lease | see {@link ClaimStrategy} |
/// | `outbox.order` | none | see {@link Order} |
/// | `outbox.poll.fixed-delay-ms` | 10000 | period of the safety poll |
/// | `outbox.poll.batch-size` | 100 | rows taken per claim |
/// | `outbox.poll.drain-until-empty` | true | go on until nothing is found; false: one batch a tick |
/// | `outbox.poll.data-source` | dedicated | `shared`: the poller competes with the application for connections |
/// | `outbox.lease-ms` | 60000 | how long a claim holds; must exceed the work that it covers |
/// | `outbox.reaper.fixed-delay-ms` | 5000 | how often expired leases are looked for |
/// | `outbox.reaper.batch-size` | 500 | rows returned per statement |
/// | `outbox.retry.attempts-max` | 3 | refused so often, a row is DEAD |
/// | `outbox.retry.backoff-ms` | 1000 | wait after the first refusal; doubles with each further one |
/// | `outbox.retry.backoff-max-ms` | 60000 | longest wait |
/// | `outbox.retry.jitter-percent` | 20 | each wait is shortened by a random part of at most so much |
/// | `outbox.leader-election` | false | true: of all relays on the table one is active |
/// | `outbox.leader.lease-ms` | 10000 | how long leadership holds without being renewed |
/// | `outbox.leader.fixed-delay-ms` | 2000 | election tick |
/// | `outbox.removal.retention-ms` | 604800000 | age at which a PUBLISHED row, or a partition of such, may go |
/// | `outbox.removal.fixed-delay-ms` | 60000 | how often old rows are looked for |
/// | `outbox.removal.batch-size` | 1000 | rows deleted per statement |
/// | `outbox.rotation.period-ms` | 86400000 | time that one partition covers (`outbox_event_rotated`) |
///
/// @param lease how long a claim holds
public record PollingOutboxSettings(
        ClaimStrategy claim,
        Order order,
        Poll poll,
        Duration lease,
        Reaper reaper,
        Retry retry,
        Leader leader,
        Removal removal) {

    static final String LEASE = "outbox.lease-ms";

    /// How rows are claimed.
    public enum ClaimStrategy {
        /// IN_FLIGHT with owner, generation and an end; no transaction is open while it publishes. A crash frees the
        /// rows when the lease has run out.
        LEASE,
        /// A row lock held across the publish. A crash frees the rows at once; a frozen relay keeps them.
        ROW_LOCK
    }

    /// Which order is kept.
    public enum Order {
        /// None: rows overtake each other.
        NONE,
        /// Per aggregate: a row waits until each earlier one of its aggregate is PUBLISHED or DEAD.
        AGGREGATE
    }

    /// Whose connections the poller uses.
    public enum PollerDataSource {
        /// A pool of its own.
        DEDICATED,
        /// The application's.
        SHARED
    }

    /// The poll.
    public record Poll(Duration fixedDelay, int batchSize, boolean drainUntilEmpty, PollerDataSource dataSource) {}

    /// Returns the rows of relays that have died.
    public record Reaper(Duration fixedDelay, int batchSize) {}

    /// What happens to refused rows.
    ///
    /// @param attemptsMax refusals at which a row is DEAD
    public record Retry(int attemptsMax, Duration backoff, Duration backoffMax, int jitterPercent) {}

    /// Leader election.
    public record Leader(boolean enabled, Duration lease, Duration fixedDelay) {}

    /// Removal of old rows.
    ///
    /// @param rotationPeriod time that one partition covers
    public record Removal(Duration retention, Duration fixedDelay, int batchSize, Duration rotationPeriod) {}

    static PollingOutboxSettings read(SettingsReader in) {
        PollingOutboxSettings settings = new PollingOutboxSettings(
                in.choice("outbox.claim", ClaimStrategy.LEASE, Words::kebab),
                in.choice("outbox.order", Order.NONE, Words::kebab),
                new Poll(
                        in.millis("outbox.poll.fixed-delay-ms", Range.period(10_000)),
                        in.count("outbox.poll.batch-size", 100, 1, 10_000),
                        in.flag("outbox.poll.drain-until-empty", true),
                        in.choice("outbox.poll.data-source", PollerDataSource.DEDICATED, Words::kebab)),
                in.millis(LEASE, Range.period(60_000)),
                new Reaper(
                        in.millis("outbox.reaper.fixed-delay-ms", Range.period(5_000)),
                        in.count("outbox.reaper.batch-size", 500, 1, 10_000)),
                new Retry(
                        in.count("outbox.retry.attempts-max", 3, 1, 1_000),
                        in.millis("outbox.retry.backoff-ms", Range.period(1_000)),
                        in.millis("outbox.retry.backoff-max-ms", Range.period(60_000)),
                        in.count("outbox.retry.jitter-percent", 20, 0, 100)),
                new Leader(
                        in.flag("outbox.leader-election", false),
                        in.millis("outbox.leader.lease-ms", Range.period(10_000)),
                        in.millis("outbox.leader.fixed-delay-ms", Range.period(2_000))),
                new Removal(
                        in.millis("outbox.removal.retention-ms", Range.period(604_800_000)),
                        in.millis("outbox.removal.fixed-delay-ms", Range.period(60_000)),
                        in.count("outbox.removal.batch-size", 1_000, 1, 100_000),
                        in.millis("outbox.rotation.period-ms", Range.period(86_400_000))));
        settings.check(in);
        return settings;
    }

    private void check(SettingsReader in) {
        in.rule(
                leader.lease.compareTo(leader.fixedDelay.multipliedBy(2)) > 0,
                ("outbox.leader.lease-ms = %d must be more than twice outbox.leader.fixed-delay-ms = %d: else one late"
                                + " tick costs the leader its place")
                        .formatted(leader.lease.toMillis(), leader.fixedDelay.toMillis()));
        in.rule(
                retry.backoffMax.compareTo(retry.backoff) >= 0,
                "outbox.retry.backoff-max-ms = %d must be at least outbox.retry.backoff-ms = %d: it is the longest wait"
                        .formatted(retry.backoffMax.toMillis(), retry.backoff.toMillis()));
    }
}

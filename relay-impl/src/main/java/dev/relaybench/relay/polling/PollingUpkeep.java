package dev.relaybench.relay.polling;

import dev.relaybench.relay.loop.Cycle;
import dev.relaybench.relay.loop.LoopSpec;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.settings.EventSettings.Table;
import dev.relaybench.relay.settings.PollingOutboxSettings;
import dev.relaybench.relay.settings.PollingOutboxSettings.ClaimStrategy;
import dev.relaybench.relay.settings.RelaySettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/// What keeps a polling outbox in order beside the poll: the reaper, the removal, the rotation, the leader election.
///
/// The life of a row, and who moves it:
///
/// | from | to | who | what else changes |
/// |---|---|---|---|
/// | | PENDING | the application, in its own transaction | due at once |
/// | PENDING, FAILED | IN_FLIGHT | the poll, by lease | owner, end of the lease, generation + 1 |
/// | IN_FLIGHT | PUBLISHED | its owner, after the acknowledgement | time of the publish |
/// | IN_FLIGHT | FAILED | its owner, after a refusal | attempts + 1, what was said, due after the backoff |
/// | IN_FLIGHT | DEAD | its owner, after the last refusal | attempts + 1, what was said |
/// | IN_FLIGHT | PENDING, FAILED | its owner, without an answer from the broker | nothing: it was no attempt |
/// | IN_FLIGHT | PENDING, FAILED | the {@link Reaper} of any relay, after the lease | due at once, generation + 1 |
/// | PENDING, FAILED | PUBLISHED, FAILED, DEAD | the poll, by row lock: no state says who holds it | as above |
/// | DEAD | PENDING | a person, by {@link DeadRows} | attempts 0, due at once, generation + 1 |
/// | PUBLISHED | gone | the {@link Removal}, or the {@link Rotation} with the whole partition | |
///
/// A row goes back to PENDING if it was never refused, and to FAILED if it was. Nothing but PUBLISHED is ever removed:
/// a DEAD row stays until a person has seen to it.
///
/// All of it may run in any number of relays at once, in the leader as in the others.
public final class PollingUpkeep {
    /// A cycle's settings, its statement and its commit are as quick as two statements may be slow.
    private static final int STATEMENTS_MAX = 2;
    /// Looks, and for a partition: the lock, the check and the change, each a few quick statements.
    private static final int ROTATION_STATEMENTS_MAX = 8;

    private final Optional<LeaderElection> election;
    private final List<LoopSpec> first = new ArrayList<>();
    private final List<LoopSpec> later = new ArrayList<>();

    /// @param settings of a relay whose table is a polling outbox
    public PollingUpkeep(DataSource dataSource, RelaySettings settings, RelayCounters counters) {
        PollingOutboxSettings polling = settings.polling();
        Table table = settings.events().table();
        boolean rotated = table == Table.OUTBOX_EVENT_ROTATED;
        Duration cycleTimeMax = settings.database().transactionTimeMax(STATEMENTS_MAX);

        // Who does not publish must not lead those who do.
        election = polling.leader().enabled() && settings.events().publisherEnabled()
                ? Optional.of(elect(dataSource, settings, counters))
                : Optional.empty();
        election.ifPresent(leader ->
                first.add(new LoopSpec("outbox-election", polling.leader().fixedDelay(), cycleTimeMax, leader)));
        if (rotated) {
            first.add(new LoopSpec(
                    "outbox-rotation",
                    rotationDelay(polling.removal()),
                    settings.database().transactionTimeMax(ROTATION_STATEMENTS_MAX),
                    new Rotation(dataSource, polling.removal(), counters)));
        }
        if (polling.claim() == ClaimStrategy.LEASE) {
            Reaper reaper = new Reaper(dataSource, table, polling.reaper().batchSize(), counters);
            later.add(new LoopSpec("outbox-reaper", polling.reaper().fixedDelay(), cycleTimeMax, reaper));
        }
        String removed = rotated ? Partitions.REST : table.tableName();
        Removal removal = new Removal(dataSource, removed, polling.removal(), counters);
        later.add(new LoopSpec("outbox-removal", polling.removal().fixedDelay(), cycleTimeMax, removal));
    }

    /// What is to be started before the poll, and has to come to its first pause
    /// ({@link dev.relaybench.relay.loop.Loop#awaitFirstPause}) before the relay is ready: the rotation, so that there
    /// is a partition for the first append, and the election, so that the leader need not wait for its second poll. A
    /// relay that does not get that far in time may start all the same: rows go to the last partition, and the next
    /// poll asks again who leads. With the publisher disabled, the rotation is still needed.
    public List<LoopSpec> first() {
        return List.copyOf(first);
    }

    /// What nobody waits for.
    public List<LoopSpec> later() {
        return List.copyOf(later);
    }

    /// The poll, for the leader only if one is to be elected.
    public Cycle gate(Cycle poll) {
        return election.<Cycle>map(leader -> new LeaderGate(leader::isLeader, poll))
                .orElse(poll);
    }

    /// Gives up the leadership, if there is one. To be called when the loops have ended.
    public void close() {
        election.ifPresent(LeaderElection::close);
    }

    private static LeaderElection elect(DataSource dataSource, RelaySettings settings, RelayCounters counters) {
        LeaderElection election = new LeaderElection(
                new RelayLeaderTable(dataSource, settings.events().table().tableName()),
                settings.instance(),
                settings.polling().leader().lease(),
                System::nanoTime);
        counters.gauge("leader", () -> election.isLeader() ? 1 : 0);
        return election;
    }

    /// Twice in a period at least: one cycle may fail, and the next period still has its partition in time.
    private static Duration rotationDelay(PollingOutboxSettings.Removal settings) {
        Duration half = settings.rotationPeriod().dividedBy(2);
        return half.compareTo(settings.fixedDelay()) < 0 ? half : settings.fixedDelay();
    }
}

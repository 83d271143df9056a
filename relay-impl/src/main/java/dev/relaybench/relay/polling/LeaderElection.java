package dev.relaybench.relay.polling;

import dev.relaybench.relay.loop.Cycle;
import dev.relaybench.relay.loop.Next;
import dev.relaybench.relay.loop.Trigger;
import java.sql.SQLException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One active relay among those on a table. Each tick renews this relay's leadership, or takes it over from one whose
/// lease has run out.
///
/// A leader knows by its own monotonic clock that it is one, and counts from the moment when the renewal was sent: the
/// lease in the database began later, so it ends later. Who was frozen for longer than the lease, or had no database
/// for that long, finds itself no longer the leader at the next look, before it has heard of its successor. No outage
/// and no failed tick does more than that. The clock must not stand still while the process does: it goes on through
/// SIGSTOP, not through a suspended machine.
///
/// Two leaders are never told that they are one at the same time. That is no lock on the work: a leader may be frozen
/// between the look and the deed, and then the claims have to keep the rows apart, by lock or by lease and generation.
public final class LeaderElection implements Cycle, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LeaderElection.class);
    /// The part of the lease that is given away, for clocks that do not run at the same pace.
    private static final int MARGIN_DIVISOR = 10;

    private final LeaderTable table;
    private final String owner;
    private final Duration lease;
    private final long heldNanos;
    private final LongSupplier nanoTime;
    private volatile @Nullable Tenure tenure;
    private boolean closed;

    /// @param owner unique among the relays
    /// @param nanoTime the monotonic clock
    LeaderElection(LeaderTable table, String owner, Duration lease, LongSupplier nanoTime) {
        this.table = table;
        this.owner = owner;
        this.lease = lease;
        this.heldNanos = lease.minus(lease.dividedBy(MARGIN_DIVISOR)).toNanos();
        this.nanoTime = nanoTime;
    }

    /// What is known of this relay's own leadership.
    ///
    /// @param sentNanos when its last renewal was sent
    private record Tenure(long generation, long sentNanos) {}

    /// Whether this relay is the leader now.
    public boolean isLeader() {
        return isHeld(tenure);
    }

    @Override
    public synchronized Next run(Trigger trigger) throws SQLException {
        if (closed) {
            return Next.PAUSE;
        }
        Tenure before = tenure;
        if (before != null && !isHeld(before)) {
            tenure = null;
            log("leadership was not renewed in time and has ended", before.generation);
            before = null;
        }
        long sentNanos = nanoTime.getAsLong();
        OptionalLong generation = table.renew(owner, lease);
        if (generation.isPresent()) {
            tenure = new Tenure(generation.getAsLong(), sentNanos);
            if (before == null || before.generation != generation.getAsLong()) {
                log("this relay is the leader", generation.getAsLong());
            }
        } else if (before != null) {
            tenure = null;
            log("another relay has taken over the leadership", before.generation);
        }
        return Next.PAUSE;
    }

    /// Gives the leadership up, so that another relay need not wait for the end of the lease. To be called when the
    /// work that it covers has ended. From now on this relay is no leader, whatever becomes of the statement.
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        Tenure last = tenure;
        tenure = null;
        try {
            // Without a tenure too: the answer to a renewal may have been lost, and the renewal not.
            table.giveUp(owner);
            if (last != null) {
                log("leadership is given up", last.generation);
            }
        } catch (SQLException failure) {
            LOG.atWarn()
                    .addKeyValue("reason", failure.toString())
                    .log("leadership could not be given up: it ends with its lease");
        }
    }

    private boolean isHeld(@Nullable Tenure some) {
        return some != null && nanoTime.getAsLong() - some.sentNanos < heldNanos;
    }

    private void log(String event, long generation) {
        LOG.atInfo()
                .addKeyValue("owner", owner)
                .addKeyValue("generation", generation)
                .log(event);
    }
}

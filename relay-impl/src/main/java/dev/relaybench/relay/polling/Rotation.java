package dev.relaybench.relay.polling;

import dev.relaybench.relay.loop.Cycle;
import dev.relaybench.relay.loop.Next;
import dev.relaybench.relay.loop.Trigger;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.polling.Partitions.Partition;
import dev.relaybench.relay.settings.PollingOutboxSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes the partitions of `outbox_event_rotated` ahead of time, for this period and the next, and drops old ones.
///
/// A partition goes when it ended longer ago than the retention, by the database's clock, and holds nothing but
/// PUBLISHED rows. One row that is DEAD or not sent keeps all of it. The age is that of the rows, not of their publish:
/// a row that was published late goes with its neighbours.
///
/// Each change is a transaction of its own under a lock that keeps everybody else out of the table. It looks again once
/// it has the lock, so any number of relays may do this at once. It waits for the lock for a moment only, since an
/// application that appends waits behind it; if a relay holds rows by row lock for longer, the next cycle tries again.
///
/// **When this comes too late**, rows go to the last partition, which takes all. They are published from there, and
/// removed one by one when they are old ({@link Removal}). A partition that is made for their period takes them with it
/// if they are few (one removal batch); if they are more, moving them would keep applications waiting, so that period
/// gets no partition until removal has left few enough. The periods after it do.
public final class Rotation implements Cycle {
    private static final Logger LOG = LoggerFactory.getLogger(Rotation.class);
    private static final Duration LOCK_WAIT_MAX = Duration.ofMillis(200);
    private static final String LOCK_NOT_AVAILABLE = "55P03";

    private final DataSource dataSource;
    private final PollingOutboxSettings.Removal settings;
    private final RelayCounters counters;

    public Rotation(DataSource dataSource, PollingOutboxSettings.Removal settings, RelayCounters counters) {
        this.dataSource = dataSource;
        this.settings = settings;
        this.counters = counters;
    }

    @Override
    public Next run(Trigger trigger) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            Partitions partitions = new Partitions(connection);
            Instant now = partitions.now();
            List<Partition> made = partitions.list();
            connection.commit();
            makeMissing(partitions, now, made);
            dropOld(partitions, now, made);
            return Next.PAUSE;
        } catch (SQLException failure) {
            if (LOCK_NOT_AVAILABLE.equals(failure.getSQLState())) {
                LOG.atInfo().log("the table is busy: its partitions are left for the next time");
                return Next.BACK_OFF;
            }
            throw failure;
        }
    }

    private void makeMissing(Partitions partitions, Instant now, List<Partition> made) throws SQLException {
        Period current = Period.of(now, settings.rotationPeriod());
        for (Period wanted : List.of(current, current.next())) {
            if (missing(wanted, made).isPresent()) {
                make(partitions, wanted);
                partitions.connection().commit();
            }
        }
    }

    private void make(Partitions partitions, Period wanted) throws SQLException {
        partitions.lock(LOCK_WAIT_MAX);
        Optional<Period> missing = missing(wanted, partitions.list());
        if (missing.isEmpty()) {
            return;
        }
        Period period = missing.get();
        int max = settings.batchSize();
        if (partitions.countInRest(period, max + 1) > max) {
            LOG.atWarn()
                    .addKeyValue("period", period)
                    .addKeyValue("rowsMax", max)
                    .log("no partition is made: more rows of its period are in the last one than may be moved");
            return;
        }
        int moved = partitions.create(period);
        counters.increment(Counter.PARTITIONS_MADE);
        LOG.atInfo().addKeyValue("period", period).addKeyValue("moved", moved).log("a partition is made");
    }

    private static Optional<Period> missing(Period wanted, List<Partition> made) {
        return wanted.behind(made.stream().map(Partition::period).toList());
    }

    private void dropOld(Partitions partitions, Instant now, List<Partition> made) throws SQLException {
        Instant limit = now.minus(settings.retention());
        List<String> kept = new ArrayList<>();
        for (Partition partition : made) {
            if (!partition.period().end().isBefore(limit)) {
                continue;
            }
            // First without the lock: one that is kept for weeks must not stop everybody each minute.
            boolean finished = partitions.isFinished(partition.period());
            partitions.connection().commit();
            if (!finished || !drop(partitions, partition)) {
                kept.add(partition.name());
            }
        }
        if (!kept.isEmpty()) {
            LOG.atWarn()
                    .addKeyValue("partitions", kept)
                    .log("old partitions stay: they hold rows that are dead or not sent");
        }
    }

    /// @return false if a row has come that is not PUBLISHED
    private boolean drop(Partitions partitions, Partition partition) throws SQLException {
        partitions.lock(LOCK_WAIT_MAX);
        boolean finished = partitions.isFinished(partition.period());
        if (finished && partitions.list().contains(partition)) {
            partitions.drop(partition);
            counters.increment(Counter.PARTITIONS_DROPPED);
            LOG.atInfo().addKeyValue("partition", partition.name()).log("an old partition is dropped");
        }
        partitions.connection().commit();
        return finished;
    }
}

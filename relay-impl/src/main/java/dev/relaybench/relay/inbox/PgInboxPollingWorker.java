package dev.relaybench.relay.inbox;

import dev.relaybench.relay.loop.Cycle;
import dev.relaybench.relay.loop.Next;
import dev.relaybench.relay.loop.Trigger;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.settings.InboxSettings;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// The fallback: zombies, stale rows and rejected rows, whatever became of the channel. One cycle is one batch.
///
/// It leaves fresh rows to the immediate workers: only age, or the channel's refusal, makes a row its own. Rows of a
/// batch are worked on side by side, and each is claimed only when somebody is free to work on it.
public final class PgInboxPollingWorker implements Cycle {
    private final InboxClaims claims;
    private final PgInboxService service;
    private final InboxSettings.Polling settings;
    private final int sideBySide;
    private final Duration rowTimeMax;
    private final RelayCounters counters;
    private volatile boolean finishing;

    /// @param rowTimeMax longest time that one row takes
    public PgInboxPollingWorker(
            InboxClaims claims,
            PgInboxService service,
            InboxSettings settings,
            Duration rowTimeMax,
            RelayCounters counters) {
        this.claims = claims;
        this.service = service;
        this.settings = settings.polling();
        this.sideBySide = settings.channel().workerCount();
        this.rowTimeMax = rowTimeMax;
        this.counters = counters;
    }

    /// No further row is claimed.
    void finish() {
        finishing = true;
    }

    @Override
    public Next run(Trigger trigger) throws Exception {
        Set<Fallback> waiting = service.look(connection -> claims.look(connection, settings));
        List<Future<?>> work = new ArrayList<>();
        try (ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor()) {
            Semaphore free = new Semaphore(sideBySide);
            while (work.size() < settings.batchSize()
                    && !finishing
                    && free.tryAcquire(rowTimeMax.toNanos(), TimeUnit.NANOSECONDS)) {
                Optional<InboxRow> row = next(waiting);
                if (row.isEmpty()) {
                    break;
                }
                work.add(workers.submit(() -> {
                    try {
                        service.work(row.get(), InboxPath.POLLING);
                    } finally {
                        free.release();
                    }
                    return null;
                }));
            }
        }
        counters.increment(Counter.INBOX_POLL_CYCLES);
        throwFirstFailure(work);
        return settings.drainUntilEmpty() && !work.isEmpty() ? Next.AT_ONCE : Next.PAUSE;
    }

    /// The most urgent row, of a kind that there were some of; a kind that has run out is not asked for again.
    private Optional<InboxRow> next(Set<Fallback> waiting) throws SQLException {
        for (Fallback fallback : List.copyOf(waiting)) {
            Optional<InboxRow> row = service.claim(connection -> claims.claim(connection, fallback, settings));
            if (row.isPresent()) {
                if (fallback == Fallback.ZOMBIE) {
                    counters.increment(Counter.INBOX_ZOMBIES);
                }
                return row;
            }
            waiting.remove(fallback);
        }
        return Optional.empty();
    }

    private static void throwFirstFailure(List<Future<?>> work) throws Exception {
        for (Future<?> row : work) {
            try {
                row.get();
            } catch (ExecutionException failed) {
                throw failed.getCause() instanceof Exception cause ? cause : failed;
            }
        }
    }
}

package dev.relaybench.relay.inbox;

import dev.relaybench.relay.inbox.Settlement.Completed;
import dev.relaybench.relay.inbox.Settlement.Dead;
import dev.relaybench.relay.inbox.Settlement.Declined;
import dev.relaybench.relay.inbox.Settlement.LeftOpen;
import dev.relaybench.relay.inbox.Settlement.Retried;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.outbox.OutboxAppender;
import dev.relaybench.relay.settings.InboxSettings;
import dev.relaybench.relay.transaction.CommitOutcome.Committed;
import dev.relaybench.relay.transaction.CommitOutcome.Indeterminate;
import dev.relaybench.relay.transaction.CommitOutcome.Refused;
import dev.relaybench.relay.transaction.CommitOutcome.RolledBack;
import dev.relaybench.relay.transaction.TransactionalOutbox;
import dev.relaybench.relay.transaction.TransactionalOutbox.Decision;
import dev.relaybench.relay.transaction.TransactionalOutbox.Transaction;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// TX_B: the row comes to its final state, and the message that says so is appended, in one transaction that only the
/// row's last claim can commit.
///
/// Results take the fast path. Retries have to wait and dead letters can: their rows are the outbox polling worker's,
/// and no payload policy may refuse what has come from the broker already.
public final class Settlements {
    private static final Logger LOG = LoggerFactory.getLogger(Settlements.class);
    /// The wait doubles with each attempt, up to a million times the first one.
    private static final int DOUBLINGS_MAX = 20;

    private final TransactionalOutbox transactions;
    private final OutboxAppender appender;
    private final InboxMarks marks;
    private final InboxMessages messages;
    private final Duration retryBackoff;
    private final RelayCounters counters;

    public Settlements(
            TransactionalOutbox transactions,
            OutboxAppender appender,
            InboxMarks marks,
            InboxSettings settings,
            RelayCounters counters) {
        this.transactions = transactions;
        this.appender = appender;
        this.marks = marks;
        this.messages = new InboxMessages(settings.topics());
        this.retryBackoff = settings.retryBackoff();
        this.counters = counters;
    }

    /// Settles the row, or leaves it as it is.
    ///
    /// @throws SQLException if the database failed; the row is then still in progress, or settled without our knowledge
    void settle(InboxRow row, Settlement settlement, InboxPath path) throws SQLException {
        if (settlement instanceof LeftOpen open) {
            counters.increment(Counter.INBOX_LEFT_OPEN);
            LOG.atWarn()
                    .addKeyValue("inbox", row.id())
                    .addKeyValue("attempt", row.attempt())
                    .log("left in progress, to be asked about later: {}", open.reason());
            return;
        }
        AtomicBoolean fenced = new AtomicBoolean();
        var outcome = transactions.run(transaction -> {
            if (!write(transaction, row, settlement)) {
                fenced.set(true);
                return Decision.ROLL_BACK;
            }
            return Decision.COMMIT;
        });
        switch (outcome) {
            case Committed ignored -> count(settlement, path);
            case RolledBack rolledBack -> {
                if (!fenced.get()) {
                    throw new SQLException("inbox row " + row.id() + " cannot be settled: " + rolledBack.reason());
                }
                counters.increment(Counter.INBOX_FENCED);
                LOG.atWarn()
                        .addKeyValue("inbox", row.id())
                        .addKeyValue("generation", row.generation())
                        .log("the row was taken over by another worker, which settles it");
            }
            case Refused refused -> throw refused.cause();
            case Indeterminate indeterminate -> throw indeterminate.cause();
        }
    }

    private boolean write(Transaction transaction, InboxRow row, Settlement settlement) throws SQLException {
        var connection = transaction.connection();
        switch (settlement) {
            case Completed completed -> {
                if (marks.settle(connection, row, InboxState.COMPLETED, "")) {
                    transaction.append(messages.approved(row, completed.reference()));
                    return true;
                }
            }
            case Declined declined -> {
                if (marks.settle(connection, row, InboxState.DECLINED, declined.reason())) {
                    transaction.append(messages.declined(row, declined.reason()));
                    return true;
                }
            }
            case Retried retried -> {
                if (marks.settle(connection, row, InboxState.RETRIED, retried.reason())) {
                    appender.appendDelayed(connection, messages.retry(row), backoff(row.attempt()));
                    return true;
                }
            }
            case Dead dead -> {
                if (marks.settle(connection, row, InboxState.DEAD, dead.reason())) {
                    appender.appendDelayed(connection, messages.dead(row, dead.reason()), Duration.ZERO);
                    return true;
                }
            }
            case LeftOpen ignored -> throw new IllegalStateException("nothing to settle");
        }
        return false;
    }

    private Duration backoff(int attempt) {
        return retryBackoff.multipliedBy(1L << Math.min(attempt - 1, DOUBLINGS_MAX));
    }

    private void count(Settlement settlement, InboxPath path) {
        counters.increment(path.settled());
        if (settlement instanceof Retried) {
            counters.increment(Counter.INBOX_RETRIED);
        }
        if (settlement instanceof Dead dead) {
            counters.increment(Counter.INBOX_DEAD_LETTERS);
            LOG.atWarn().log("a request is given up: {}", dead.reason());
        }
    }
}

package dev.relaybench.relay.outbox;

import dev.relaybench.relay.outbox.CommitOutcome.Committed;
import dev.relaybench.relay.outbox.CommitOutcome.FastPath;
import dev.relaybench.relay.outbox.CommitOutcome.Indeterminate;
import dev.relaybench.relay.outbox.CommitOutcome.Refused;
import dev.relaybench.relay.outbox.CommitOutcome.RolledBack;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs business work and its outbox rows in one transaction, and offers the jobs after the commit.
///
/// The work never sees the channel, so it cannot offer early. It must leave commit and rollback to this class.
public final class TransactionalOutbox {
    private static final Logger LOG = LoggerFactory.getLogger(TransactionalOutbox.class);

    private final DataSource dataSource;
    private final OutboxAppender appender;
    private final PgOutboxChannel channel;

    public TransactionalOutbox(DataSource dataSource, OutboxAppender appender, PgOutboxChannel channel) {
        this.dataSource = dataSource;
        this.appender = appender;
        this.channel = channel;
    }

    /// Business work.
    @FunctionalInterface
    public interface Work {
        /// Does the work through the transaction's connection.
        ///
        /// @return what is to become of it
        Decision run(Transaction transaction) throws SQLException;
    }

    /// What the work decides at its end.
    public enum Decision {
        COMMIT,
        ROLL_BACK
    }

    /// The open transaction, as the work sees it.
    public final class Transaction {
        private final Connection connection;
        private final List<OutboxJob> jobs = new ArrayList<>();

        private Transaction(Connection connection) {
            this.connection = connection;
        }

        /// The connection for the work's own statements.
        public Connection connection() {
            return connection;
        }

        /// Stores a message in this transaction. It is offered to the fast path if and when the transaction commits.
        public void append(OutboxMessage message) throws SQLException {
            appender.append(connection, message);
            jobs.add(new OutboxJob(message));
        }
    }

    /// Runs the work, commits, offers.
    public CommitOutcome run(Work work) {
        Connection connection;
        try {
            connection = dataSource.getConnection();
        } catch (SQLException noConnection) {
            return new Refused(noConnection);
        }
        try {
            return inTransaction(connection, work);
        } finally {
            close(connection);
        }
    }

    private CommitOutcome inTransaction(Connection connection, Work work) {
        Transaction transaction = new Transaction(connection);
        try {
            connection.setAutoCommit(false);
            if (work.run(transaction) == Decision.ROLL_BACK) {
                connection.rollback();
                return new RolledBack("the work decided so");
            }
        } catch (SQLException failure) {
            // The commit was never sent, so whatever happened to the connection, nothing is stored.
            return SqlFailure.isFaultOfTheData(failure)
                    ? new RolledBack("the database refused it: SQL state " + failure.getSQLState())
                    : new Refused(failure);
        }
        try {
            connection.commit();
        } catch (SQLException failure) {
            return SqlFailure.isCertainlyRolledBack(failure)
                    ? new RolledBack("the database refused the commit: SQL state " + failure.getSQLState())
                    : new Indeterminate(failure);
        }
        return new Committed(offer(transaction.jobs));
    }

    private FastPath offer(List<OutboxJob> jobs) {
        FastPath result = jobs.isEmpty() ? FastPath.NONE : FastPath.ACCEPTED;
        for (OutboxJob job : jobs) {
            if (!channel.offer(job)) {
                result = FastPath.REJECTED;
            }
        }
        return result;
    }

    /// The outcome is known by now: a failure to give the connection back must not change it. The pool rolls back what
    /// was left open.
    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException failure) {
            LOG.debug("a connection could not be given back", failure);
        }
    }
}

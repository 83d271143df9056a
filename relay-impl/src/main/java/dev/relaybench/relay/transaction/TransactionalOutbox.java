package dev.relaybench.relay.transaction;

import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.message.PayloadPolicy;
import dev.relaybench.relay.transaction.CommitOutcome.Committed;
import dev.relaybench.relay.transaction.CommitOutcome.Indeterminate;
import dev.relaybench.relay.transaction.CommitOutcome.Refused;
import dev.relaybench.relay.transaction.CommitOutcome.RolledBack;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs business work and its messages in one transaction, and has them published as the {@link PublishMode} says.
///
/// The work never sees the fast path, so it cannot use it early. It must leave commit and rollback to this class.
public final class TransactionalOutbox {
    private static final Logger LOG = LoggerFactory.getLogger(TransactionalOutbox.class);

    private final DataSource dataSource;
    private final PublishMode mode;
    private final PayloadPolicy policy;

    public TransactionalOutbox(DataSource dataSource, PublishMode mode, PayloadPolicy policy) {
        this.dataSource = dataSource;
        this.mode = mode;
        this.policy = policy;
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
        private final List<OutboxMessage> messages = new ArrayList<>();

        private Transaction(Connection connection) {
            this.connection = connection;
        }

        /// The connection for the work's own statements.
        public Connection connection() {
            return connection;
        }

        /// Adds a message to this transaction. It is published if and when the transaction commits.
        ///
        /// @throws PayloadRefusedException if the policy refuses it
        public void append(OutboxMessage message) throws SQLException {
            Optional<String> refusal = policy.refusal(message);
            if (refusal.isPresent()) {
                throw new PayloadRefusedException("message " + message.id() + " is refused: " + refusal.get());
            }
            mode.append(connection, message);
            messages.add(message);
        }
    }

    /// Runs the work, commits, and passes the messages on.
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
            mode.beforeCommit(List.copyOf(transaction.messages));
        } catch (PayloadRefusedException | NotPublishedException refused) {
            return new RolledBack(String.valueOf(refused.getMessage()));
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
        return new Committed(mode.afterCommit(List.copyOf(transaction.messages)));
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

package dev.relaybench.relay.inbox;

import dev.relaybench.relay.trace.TraceScope;
import io.opentelemetry.api.trace.SpanKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;

/// Claim, commit, pay, settle. A crash leaves a row that waits or one in progress; the polling worker comes for both.
public final class PgInboxService {
    private final DataSource dataSource;
    private final Approvals approvals;
    private final Settlements settlements;

    public PgInboxService(DataSource dataSource, Approvals approvals, Settlements settlements) {
        this.dataSource = dataSource;
        this.approvals = approvals;
        this.settlements = settlements;
    }

    /// Takes a row in an open transaction.
    @FunctionalInterface
    public interface Claim {
        Optional<InboxRow> in(Connection connection) throws SQLException;
    }

    /// Asks the table.
    @FunctionalInterface
    interface Look {
        Set<Fallback> in(Connection connection) throws SQLException;
    }

    /// One query.
    Set<Fallback> look(Look look) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(true);
            return look.in(connection);
        }
    }

    /// TX_A. Whoever gets a row has to call {@link #work} at once: the claim's time runs.
    Optional<InboxRow> claim(Claim claim) throws SQLException {
        // Closing the connection rolls back what was not committed.
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            Optional<InboxRow> row = claim.in(connection);
            if (row.isPresent()) {
                connection.commit();
            } else {
                connection.rollback();
            }
            return row;
        }
    }

    /// The vendor's call, and TX_B.
    ///
    /// @throws SQLException if the row could not be settled; it is found and asked about later
    void work(InboxRow row, InboxPath path) throws SQLException, InterruptedException {
        try (TraceScope scope = TraceScope.open("pg_inbox pay", SpanKind.INTERNAL, row.headers())) {
            Settlement settlement = approvals.approve(row);
            if (settlement instanceof Settlement.LeftOpen open) {
                scope.failed(open.reason());
            }
            settlements.settle(row, settlement, path);
        }
    }
}

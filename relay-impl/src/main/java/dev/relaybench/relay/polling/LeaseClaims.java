package dev.relaybench.relay.polling;

import dev.relaybench.relay.settings.EventSettings.Table;
import dev.relaybench.relay.settings.PollingOutboxSettings.ClaimStrategy;
import dev.relaybench.relay.settings.PollingOutboxSettings.Order;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Claims by lease: rows are IN_FLIGHT, with an owner, a generation and an end by the database's clock. No transaction
/// is open while they are published; the marks are another one, and are fenced.
///
/// A relay that dies keeps its rows until the lease has run out and somebody's reaper returns them. One that was only
/// slow finds its marks fenced then: the generation has moved on.
public final class LeaseClaims implements Claims {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseClaims.class);

    private final DataSource dataSource;
    private final ClaimQuery query;
    private final Marks marks;
    private final Terms terms;
    private final String releaseLost;
    /// A claim may have been committed whose answer was lost.
    private boolean uncertain;

    public LeaseClaims(DataSource dataSource, Table table, Order order, Terms terms) {
        this.dataSource = dataSource;
        this.query = new ClaimQuery(table, ClaimStrategy.LEASE, order);
        this.marks = Marks.ofLease(table, terms.owner());
        this.terms = terms;
        this.releaseLost =
                "UPDATE %s o SET status = %s, owner = NULL, lease_until = NULL WHERE status = '%s' AND owner = ?"
                        .formatted(table.tableName(), RowStatus.releasedSql("o"), RowStatus.IN_FLIGHT);
    }

    /// The terms of a lease.
    ///
    /// @param owner unique among all that claim from the table
    /// @param length how long a claim holds
    public record Terms(String owner, Duration length) {}

    /// Claims in one statement that is a transaction of its own.
    @Override
    public Claim claim(int limit) throws SQLException {
        // From before the statement: the lease as seen from here ends earlier than it does in the database.
        long beganNanos = System.nanoTime();
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(true);
            if (uncertain) {
                releaseLost(connection);
            }
            uncertain = true;
            List<ClaimedRow> rows = query.run(connection, limit, this::bind);
            uncertain = false;
            return new Lease(rows, beganNanos);
        }
    }

    private void bind(PreparedStatement claim, int firstIndex) throws SQLException {
        claim.setString(firstIndex, terms.owner());
        claim.setLong(firstIndex + 1, terms.length().toMillis());
    }

    /// What this owner holds without knowing of it. Its last claim failed, and it claims nothing while it holds rows
    /// that it does know of, so that is all it has; else these rows would wait for the end of their lease.
    private void releaseLost(Connection connection) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(releaseLost)) {
            update.setString(1, terms.owner());
            int released = update.executeUpdate();
            if (released > 0) {
                LOG.atWarn().addKeyValue("rows", released).log("rows of a claim whose answer was lost are given back");
            }
        }
    }

    private final class Lease implements Claim {
        private final List<ClaimedRow> rows;
        private final long beganNanos;
        private boolean settling;

        Lease(List<ClaimedRow> rows, long beganNanos) {
            this.rows = rows;
            this.beganNanos = beganNanos;
        }

        @Override
        public List<ClaimedRow> rows() {
            return rows;
        }

        @Override
        public boolean holdsFor(Duration time) {
            return System.nanoTime() - beganNanos + time.toNanos()
                    < terms.length().toNanos();
        }

        @Override
        public Marked settle(Settlement settlement) throws SQLException {
            settling = true;
            try (Connection connection = dataSource.getConnection()) {
                connection.setAutoCommit(false);
                Marked marked = marks.settle(connection, settlement);
                connection.commit();
                return marked;
            }
        }

        @Override
        public boolean outlivesItsConnection() {
            return true;
        }

        @Override
        public void close() {
            if (settling || rows.isEmpty()) {
                return;
            }
            try {
                settle(Settlement.release(rows));
            } catch (SQLException failure) {
                LOG.atWarn()
                        .addKeyValue("rows", rows.size())
                        .addKeyValue("reason", failure.toString())
                        .log("claimed rows could not be given back: they wait for the end of their lease");
            }
        }
    }
}

package dev.relaybench.relay.polling;

import dev.relaybench.relay.settings.EventSettings.Table;
import dev.relaybench.relay.settings.PollingOutboxSettings.ClaimStrategy;
import dev.relaybench.relay.settings.PollingOutboxSettings.Order;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Claims by row lock: one transaction holds the locks across the publish, and marks in the end.
///
/// A relay that dies frees its rows with its connection, at once and without a reaper. The price is a transaction that
/// is open for as long as the broker takes, and a frozen relay that keeps its rows until the server ends its session.
public final class RowLockClaims implements Claims {
    private static final Logger LOG = LoggerFactory.getLogger(RowLockClaims.class);

    private final DataSource dataSource;
    private final ClaimQuery query;
    private final Marks marks;
    private final Duration idleMax;

    /// @param idleMax how long the server leaves a transaction open whose client has fallen silent
    public RowLockClaims(DataSource dataSource, Table table, Order order, Duration idleMax) {
        this.dataSource = dataSource;
        this.query = new ClaimQuery(table, ClaimStrategy.ROW_LOCK, order);
        this.marks = Marks.ofRowLock(table);
        this.idleMax = idleMax;
    }

    @Override
    public Claim claim(int limit) throws SQLException {
        Connection connection = dataSource.getConnection();
        try {
            connection.setAutoCommit(false);
            List<ClaimedRow> rows = query.run(connection, limit, (claim, index) -> {});
            return new Locked(connection, rows, System.nanoTime());
        } catch (SQLException | RuntimeException failure) {
            close(connection);
            throw failure;
        }
    }

    /// The pool rolls back what was left open.
    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException failure) {
            LOG.debug("a connection could not be given back", failure);
        }
    }

    private final class Locked implements Claim {
        private final Connection connection;
        private final List<ClaimedRow> rows;
        private final long idleSinceNanos;

        Locked(Connection connection, List<ClaimedRow> rows, long idleSinceNanos) {
            this.connection = connection;
            this.rows = rows;
            this.idleSinceNanos = idleSinceNanos;
        }

        @Override
        public List<ClaimedRow> rows() {
            return rows;
        }

        @Override
        public boolean holdsFor(Duration time) {
            return System.nanoTime() - idleSinceNanos + time.toNanos() < idleMax.toNanos();
        }

        @Override
        public Marked settle(Settlement settlement) throws SQLException {
            Marked marked = marks.settle(connection, settlement);
            connection.commit();
            return marked;
        }

        @Override
        public boolean outlivesItsConnection() {
            return false;
        }

        @Override
        public void close() {
            RowLockClaims.close(connection);
        }
    }
}

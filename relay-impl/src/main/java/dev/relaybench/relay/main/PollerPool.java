package dev.relaybench.relay.main;

import com.zaxxer.hikari.HikariDataSource;
import dev.relaybench.relay.jdbc.ConnectionPool;
import dev.relaybench.relay.settings.PollingOutboxSettings.PollerDataSource;
import dev.relaybench.relay.settings.RelaySettings;
import javax.sql.DataSource;

/// The connections of the poller and of what keeps its table in order.
///
/// With the application's own the poller starves whenever the application fills its pool, which is when most events are
/// written; and the shorter the period, the more its empty polls take from the application in turn. So it has a few of
/// its own, unless the settings ask to see the difference.
///
/// @param close gives back what was opened here: nothing, if they are shared
record PollerPool(DataSource dataSource, Runnable close) {
    /// Loops that keep the table in order: reaper, removal, leader election. Each works on one connection at a time.
    private static final int UPKEEP = 3;
    /// The poll: a claim, or the marks, never both at the same time.
    private static final int POLL = 1;

    /// Does not wait for the database.
    static PollerPool open(AssemblyContext context) {
        RelaySettings settings = context.settings();
        if (settings.polling().poll().dataSource() == PollerDataSource.SHARED) {
            return new PollerPool(context.pool(), () -> {});
        }
        HikariDataSource own = ConnectionPool.open(
                settings.database(), "relay-poller", POLL + UPKEEP, RelayWiring.idleInTransactionMax(settings));
        return new PollerPool(own, own::close);
    }
}

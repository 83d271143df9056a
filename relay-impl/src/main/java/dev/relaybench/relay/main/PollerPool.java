package dev.relaybench.relay.main;

import com.zaxxer.hikari.HikariDataSource;
import dev.relaybench.relay.jdbc.ConnectionPool;
import dev.relaybench.relay.settings.EventSettings.Table;
import dev.relaybench.relay.settings.PollingOutboxSettings.ClaimStrategy;
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
    /// Does not wait for the database.
    static PollerPool open(AssemblyContext context) {
        RelaySettings settings = context.settings();
        if (settings.polling().poll().dataSource() == PollerDataSource.SHARED) {
            return new PollerPool(context.pool(), () -> {});
        }
        HikariDataSource own = ConnectionPool.open(
                settings.database(), "relay-poller", size(settings), RelayWiring.idleInTransactionMax(settings));
        return new PollerPool(own, own::close);
    }

    /// One for each loop: none of them uses two at a time, and none should wait for another one.
    static int size(RelaySettings settings) {
        int poll = settings.events().publisherEnabled() ? 1 : 0;
        int reaper = settings.polling().claim() == ClaimStrategy.LEASE ? 1 : 0;
        int election = settings.polling().leader().enabled() ? poll : 0;
        int rotation = settings.events().table() == Table.OUTBOX_EVENT_ROTATED ? 1 : 0;
        int removal = 1;
        return poll + reaper + election + rotation + removal;
    }
}

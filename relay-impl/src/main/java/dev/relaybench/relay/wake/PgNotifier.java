package dev.relaybench.relay.wake;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sends by NOTIFY, on a connection of its own.
///
/// Not inside the business transaction, though PostgreSQL would then deliver it with the commit and never without:
/// a transaction that has notified takes one lock for the whole database when it commits, so that all of these commit
/// one after the other, each with its flush to disk. A hint must not cost that; and one that is sent by its own thread
/// is one for many commits.
final class PgNotifier implements WakeSender.Transport {
    private static final Logger LOG = LoggerFactory.getLogger(PgNotifier.class);
    static final String APPLICATION_NAME = "relaybench-wake-notify";

    private final PgConnector connector;
    private final String channel;
    private @Nullable Connection connection;

    PgNotifier(PgConnector connector, String channel) {
        this.connector = connector;
        this.channel = channel;
    }

    @Override
    public void send() throws SQLException {
        Connection current = connection;
        if (current != null) {
            try {
                notify(current);
                return;
            } catch (SQLException cut) {
                // A connection that idles between two wakes may have been dead for hours. Only now is that noticed.
                LOG.debug("the connection is lost, a new one is tried", cut);
                close();
            }
        }
        current = connector.open(APPLICATION_NAME);
        connection = current;
        notify(current);
    }

    private void notify(Connection current) throws SQLException {
        try (PreparedStatement statement = current.prepareStatement("SELECT pg_notify(?, '')")) {
            statement.setString(1, channel);
            statement.execute();
        }
    }

    @Override
    public void close() {
        Connection current = connection;
        connection = null;
        if (current != null) {
            try {
                current.close();
            } catch (SQLException failure) {
                LOG.debug("the connection could not be closed", failure);
            }
        }
    }
}

package dev.relaybench.relay.wake;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One connection that listens, from its opening to its end.
///
/// It is asked whether it lives once in each keep-alive period, however many notifications come, and the answer has to
/// come within another one. Who only listens would never notice a connection that has died without a close (a cable, a
/// firewall that forgets, a server that is frozen): nothing coming in is what it looks like in quiet times.
final class PgListenConnection implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PgListenConnection.class);
    static final String APPLICATION_NAME = "relaybench-wake-listen";

    private final Connection connection;
    private final PGConnection notifications;
    private final SilenceGuard guard;
    private final long keepAliveNanos;
    private long nextQuestionNanos;
    private boolean answered;

    private PgListenConnection(Connection connection, Duration keepAlive) throws SQLException {
        this.connection = connection;
        this.notifications = connection.unwrap(PGConnection.class);
        this.keepAliveNanos = keepAlive.toNanos();
        this.nextQuestionNanos = System.nanoTime() + keepAliveNanos;
        this.guard = SilenceGuard.watch(connection, keepAlive.multipliedBy(2));
    }

    /// Connects and listens.
    static PgListenConnection open(PgConnector connector, String channel, Duration keepAlive) throws SQLException {
        PgListenConnection opened = new PgListenConnection(connector.open(APPLICATION_NAME), keepAlive);
        try {
            opened.execute("LISTEN " + opened.notifications.escapeIdentifier(channel));
            return opened;
        } catch (SQLException | RuntimeException failure) {
            opened.close();
            throw failure;
        }
    }

    /// Waits for notifications, until some come or the next question is due.
    ///
    /// @return whether some have come
    /// @throws SQLException if the connection is dead
    boolean await() throws SQLException {
        long leftMillis = (nextQuestionNanos - System.nanoTime()) / 1_000_000;
        if (leftMillis <= 0) {
            execute("SELECT 1");
            answered = true;
            guard.answered();
            nextQuestionNanos = System.nanoTime() + keepAliveNanos;
            // Those that came before the answer.
            return any(notifications.getNotifications());
        }
        return any(notifications.getNotifications((int) Math.min(leftMillis, Integer.MAX_VALUE)));
    }

    /// Whether it has lived for so long that it was asked, and has answered.
    boolean hasAnswered() {
        return answered;
    }

    @Override
    public void close() {
        guard.close();
        try {
            // Not close(), which would say good-bye and might wait for that.
            connection.abort(Runnable::run);
        } catch (SQLException failure) {
            LOG.debug("the connection could not be closed", failure);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static boolean any(PGNotification[] notifications) {
        return notifications.length > 0;
    }
}

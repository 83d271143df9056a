package dev.relaybench.relay.polling;

import dev.relaybench.relay.message.Headers;
import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.settings.EventSettings.Table;
import dev.relaybench.relay.settings.PollingOutboxSettings.Order;
import dev.relaybench.relay.trace.TraceScope;
import dev.relaybench.relay.transaction.CommitOutcome.FastPath;
import dev.relaybench.relay.transaction.PublishMode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The publish mode of S2 and S3: a row within the transaction, published separately.
public final class PollingOutbox implements PublishMode {
    private static final Logger LOG = LoggerFactory.getLogger(PollingOutbox.class);
    // Type and id are hashed one into the other: joined to one text, two aggregates could be the same text.
    private static final String LOCK = "SELECT pg_advisory_xact_lock(hashtextextended(?, hashtextextended(?, 0)))";

    private final String insert;
    private final Order order;
    private final Function<List<OutboxMessage>, FastPath> afterCommit;

    /// An outbox whose rows wait for the next poll.
    public PollingOutbox(Table table, Order order) {
        this(table, order, messages -> FastPath.NONE);
    }

    /// @param afterCommit what tells somebody that rows wait, called when a transaction with messages has committed for
    ///     certain; must not wait
    public PollingOutbox(Table table, Order order, Function<List<OutboxMessage>, FastPath> afterCommit) {
        this.insert = "INSERT INTO " + table.tableName()
                + " (id, aggregate_type, aggregate_id, event_type, topic, payload, headers)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?)";
        this.order = order;
        this.afterCommit = afterCommit;
    }

    /// Writes the row, due at once, with the trace context that is current on this thread.
    ///
    /// With an order, the transactions of one aggregate follow each other from here to their ends. A row takes its
    /// position when it is inserted and is seen when it is committed, and the two need not come in the same order:
    /// without the lock a tail could be seen, claimed and published before its head is there to be waited for. A
    /// transaction that appends to several aggregates should do so in a fixed order, or it may meet a deadlock.
    @Override
    public void append(Connection connection, OutboxMessage message) throws SQLException {
        if (order == Order.AGGREGATE) {
            lock(connection, message);
        }
        try (PreparedStatement row = connection.prepareStatement(insert)) {
            row.setObject(1, message.id());
            row.setString(2, message.aggregateType());
            row.setString(3, message.aggregateId());
            row.setString(4, message.eventType());
            row.setString(5, message.topic());
            row.setString(6, message.payload());
            row.setString(7, Headers.toJson(withTrace(message.headers())));
            row.executeUpdate();
        }
    }

    @Override
    public FastPath afterCommit(List<OutboxMessage> messages) {
        if (messages.isEmpty()) {
            return FastPath.NONE;
        }
        try {
            return afterCommit.apply(messages);
        } catch (RuntimeException failure) {
            LOG.atWarn()
                    .addKeyValue("reason", failure.toString())
                    .log("nobody was told of new rows: a poll finds them");
            return FastPath.REJECTED;
        }
    }

    private static void lock(Connection connection, OutboxMessage message) throws SQLException {
        try (PreparedStatement lock = connection.prepareStatement(LOCK)) {
            lock.setString(1, message.aggregateId());
            lock.setString(2, message.aggregateType());
            lock.execute();
        }
    }

    /// What the message says itself stands.
    private static Map<String, String> withTrace(Map<String, String> headers) {
        Map<String, String> merged = new TreeMap<>(TraceScope.currentHeaders());
        merged.putAll(headers);
        return merged;
    }
}

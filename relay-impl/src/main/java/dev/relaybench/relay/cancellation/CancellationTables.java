package dev.relaybench.relay.cancellation;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements of TX3.
///
/// Rows are locked in one order, always: the payment, its request, its items by their ids. All cancellations of a
/// payment meet at the payment's row and pass one after the other; none can wait for one that waits for it.
record CancellationTables(Connection connection) {
    // Which payment a request belongs to never changes: it may be read before anything is locked.
    private static final String LOCK_PAYMENT = """
            SELECT p.id, p.order_id, p.amount, p.status FROM payment p
            WHERE p.id = (SELECT payment_id FROM cancel_request WHERE id = ?) FOR UPDATE""";
    // A statement of its own: it must see what whoever held the payment's lock has committed.
    private static final String LOCK_REQUEST = "SELECT status, reason FROM cancel_request WHERE id = ? FOR UPDATE";
    private static final String LOCK_ITEMS = "SELECT id FROM payment_item WHERE payment_id = ? ORDER BY id FOR UPDATE";
    private static final String CANCEL_PAYMENT =
            "UPDATE payment SET status = 'CANCELLED', cancelled_at = now() WHERE id = ? AND status = 'APPROVED'";
    private static final String CANCEL_ITEMS = """
            UPDATE payment_item SET status = 'CANCELLED' WHERE payment_id = ? AND status = 'PAID'
            RETURNING id, amount""";
    private static final String COMPLETE_REQUEST = """
            UPDATE cancel_request SET status = 'COMPLETED', completed_at = now()
            WHERE id = ? AND status = 'REQUESTED'""";

    /// A request and its payment, as they are while both are locked.
    record Locked(
            UUID paymentId,
            String orderId,
            long amount,
            PaymentStatus paymentStatus,
            RequestStatus requestStatus,
            String reason) {}

    /// Locks the payment and the request, and reads them.
    ///
    /// @return empty if there is no such request
    Optional<Locked> lock(UUID requestId) throws SQLException {
        try (PreparedStatement payment = statement(LOCK_PAYMENT, requestId);
                ResultSet row = payment.executeQuery()) {
            return row.next() ? lockRequest(requestId, row) : Optional.empty();
        }
    }

    private Optional<Locked> lockRequest(UUID requestId, ResultSet payment) throws SQLException {
        try (PreparedStatement request = statement(LOCK_REQUEST, requestId);
                ResultSet row = request.executeQuery()) {
            return row.next()
                    ? Optional.of(new Locked(
                            payment.getObject(1, UUID.class),
                            payment.getString(2),
                            payment.getLong(3),
                            PaymentStatus.valueOf(payment.getString(4)),
                            RequestStatus.valueOf(row.getString(1)),
                            row.getString(2)))
                    : Optional.empty();
        }
    }

    /// Cancels the payment and what is left of its items.
    ///
    /// @return the items that were cancelled, by their ids
    List<CancelledItem> cancel(UUID paymentId) throws SQLException {
        try (PreparedStatement lock = statement(LOCK_ITEMS, paymentId)) {
            lock.execute();
        }
        updateOne(CANCEL_PAYMENT, paymentId);
        List<CancelledItem> items = new ArrayList<>();
        try (PreparedStatement update = statement(CANCEL_ITEMS, paymentId);
                ResultSet rows = update.executeQuery()) {
            while (rows.next()) {
                items.add(new CancelledItem(rows.getObject(1, UUID.class), rows.getLong(2)));
            }
        }
        items.sort(Comparator.comparing(item -> item.id().toString()));
        return items;
    }

    /// Completes the request.
    void complete(UUID requestId) throws SQLException {
        updateOne(COMPLETE_REQUEST, requestId);
    }

    private void updateOne(String sql, UUID id) throws SQLException {
        try (PreparedStatement update = statement(sql, id)) {
            if (update.executeUpdate() != 1) {
                // The row is locked and was looked at: nobody else can have changed it.
                throw new SQLException("a locked row has changed");
            }
        }
    }

    private PreparedStatement statement(String sql, UUID id) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.setObject(1, id);
        return statement;
    }
}

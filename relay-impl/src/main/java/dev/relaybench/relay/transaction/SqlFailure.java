package dev.relaybench.relay.transaction;

import java.sql.SQLException;

/// What an SQLException says about the transaction.
final class SqlFailure {
    private SqlFailure() {}

    /// Whether the data itself was refused (class 22: bad value, 23: constraint): the same work would fail again.
    static boolean isFaultOfTheData(SQLException failure) {
        return hasClass(failure, "22") || hasClass(failure, "23");
    }

    /// Whether a failed commit is known to have rolled back. Only what the server says while it still answers counts
    /// (23: deferred constraint, 25: the transaction had failed before, 40: serialisation or deadlock); all else, the
    /// loss of the connection first of all, leaves the outcome open.
    static boolean isCertainlyRolledBack(SQLException failure) {
        return hasClass(failure, "23") || hasClass(failure, "25") || hasClass(failure, "40");
    }

    private static boolean hasClass(SQLException failure, String sqlStateClass) {
        String state = failure.getSQLState();
        // 40003 is the one of class 40 that says: completion unknown.
        return state != null && state.startsWith(sqlStateClass) && !state.equals("40003");
    }
}

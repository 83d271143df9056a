package dev.relaybench.relay.polling;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/// A transaction of one statement that takes its rows by an index and in the index's order, so that a batch costs as
/// much as it has rows.
///
/// Left to itself the planner goes by its statistics, which are from a quiet hour: next to nothing is IN_FLIGHT then.
/// After the death of a busy relay it would read and sort the whole backlog for each batch.
final class IndexWalk {
    private static final String SETTINGS =
            "SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_seqscan = off";

    private IndexWalk() {}

    /// What is done with the statement.
    interface Work<T> {
        T run(PreparedStatement statement) throws SQLException;
    }

    /// Does the work and commits.
    static <T> T run(DataSource dataSource, String sql, Work<T> work) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try (Statement settings = connection.createStatement()) {
                settings.execute(SETTINGS);
            }
            T result;
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                result = work.run(statement);
            }
            connection.commit();
            return result;
        }
    }
}

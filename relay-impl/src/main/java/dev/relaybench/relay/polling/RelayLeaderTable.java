package dev.relaybench.relay.polling;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.OptionalLong;
import javax.sql.DataSource;

/// One row of `relay_leader`. Each call is one statement, a transaction of its own; the database's clock decides.
///
/// @param name what the relays compete for: the name of their table
record RelayLeaderTable(DataSource dataSource, String name) implements LeaderTable {
    // clock_timestamp() and not now(): the statement may have waited for the row, which somebody else was changing.
    private static final String RENEW = """
            INSERT INTO relay_leader AS held (name, owner, generation, lease_until)
            VALUES (?, ?, 1, clock_timestamp() + ? * interval '1 millisecond')
            ON CONFLICT (name) DO UPDATE SET
                owner = excluded.owner,
                generation = held.generation + CASE WHEN held.owner = excluded.owner THEN 0 ELSE 1 END,
                lease_until = clock_timestamp() + ? * interval '1 millisecond'
            WHERE held.owner = excluded.owner OR held.lease_until < clock_timestamp()
            RETURNING generation""";
    private static final String GIVE_UP =
            "UPDATE relay_leader SET lease_until = clock_timestamp() WHERE name = ? AND owner = ?";

    @Override
    public OptionalLong renew(String owner, Duration lease) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(true);
            try (PreparedStatement upsert = connection.prepareStatement(RENEW)) {
                upsert.setString(1, name);
                upsert.setString(2, owner);
                upsert.setLong(3, lease.toMillis());
                upsert.setLong(4, lease.toMillis());
                try (ResultSet row = upsert.executeQuery()) {
                    return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
                }
            }
        }
    }

    @Override
    public void giveUp(String owner) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(true);
            try (PreparedStatement update = connection.prepareStatement(GIVE_UP)) {
                update.setString(1, name);
                update.setString(2, owner);
                update.executeUpdate();
            }
        }
    }
}

package dev.relaybench.relay.polling;

import dev.relaybench.relay.settings.EventSettings.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The rows that were given up: a person looks at them, removes the cause and has them sent again.
///
/// A replay makes a DEAD row PENDING, without attempts and due at once; a row in any other state it leaves alone. What
/// was said the last time moves from the row to the log.
///
/// **Order.** A replayed row keeps its position. The later rows of its aggregate did not wait for it while it was DEAD,
/// so those that were sent in the meantime came before it, and it reaches the topic late: for a consumer the order of
/// this aggregate is broken, which is what giving up a row means. From now on it is the head of its aggregate again:
/// what is not sent yet waits for it.
public final class DeadRows {
    private static final Logger LOG = LoggerFactory.getLogger(DeadRows.class);
    /// Rows replayed in one transaction.
    private static final int BATCH_SIZE = 1_000;

    private static final UUID FIRST_ID = new UUID(0, 0);

    private final DataSource dataSource;
    private final String table;
    private final int batchSize;

    public DeadRows(DataSource dataSource, Table table) {
        this(dataSource, table, BATCH_SIZE);
    }

    DeadRows(DataSource dataSource, Table table, int batchSize) {
        this.dataSource = dataSource;
        this.table = table.tableName();
        this.batchSize = batchSize;
    }

    /// The first of them by position.
    public List<DeadRow> list(int limit) throws SQLException {
        return IndexWalk.run(dataSource, listSql(), select -> {
            select.setInt(1, limit);
            List<DeadRow> dead = new ArrayList<>();
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    dead.add(read(rows));
                }
            }
            return dead;
        });
    }

    /// Replays one row.
    ///
    /// @return 1, or 0 if there is no DEAD row with this id
    public int replay(UUID id) throws SQLException {
        return replay("id = ?", id);
    }

    /// Replays all rows of a topic, oldest first.
    ///
    /// @return how many
    public int replayTopic(String topic) throws SQLException {
        return replay("topic = ?", topic);
    }

    /// Replays all rows, oldest first.
    ///
    /// @return how many
    public int replayAll() throws SQLException {
        return replay("? = 0", 0);
    }

    private int replay(String condition, Object value) throws SQLException {
        String sql = replaySql(condition);
        int replayed = 0;
        Place last = new Place(Long.MIN_VALUE, FIRST_ID);
        while (true) {
            Place from = last;
            List<Place> batch = IndexWalk.run(dataSource, sql, update -> replayBatch(update, from, value));
            replayed += batch.size();
            if (batch.size() < batchSize) {
                return replayed;
            }
            last = batch.stream().max(Place::compareTo).orElseThrow();
        }
    }

    private String listSql() {
        return """
                SELECT id, aggregate_type, aggregate_id, topic, attempts, coalesce(last_error, ''), created_at FROM %s
                WHERE status = 'DEAD' ORDER BY position, id LIMIT ?""".formatted(table);
    }

    /// Goes once through the rows by position: one that is refused and dies again meanwhile is not met a second time.
    private String replaySql(String condition) {
        return """
                WITH dead AS MATERIALIZED (
                    SELECT id, created_at, position, topic, attempts, last_error FROM %1$s
                    WHERE status = 'DEAD' AND (position, id) > (?, ?) AND %2$s
                    ORDER BY position, id LIMIT ? FOR UPDATE)
                UPDATE %1$s o SET status = 'PENDING', attempts = 0, next_attempt_at = now(), last_error = NULL,
                    owner = NULL, generation = o.generation + 1
                FROM dead WHERE o.id = dead.id AND o.created_at = dead.created_at
                RETURNING dead.position, dead.id, dead.topic, dead.attempts, dead.last_error
                """.formatted(table, condition);
    }

    private List<Place> replayBatch(PreparedStatement update, Place from, Object value) throws SQLException {
        update.setLong(1, from.position());
        update.setObject(2, from.id());
        update.setObject(3, value);
        update.setInt(4, batchSize);
        List<Place> batch = new ArrayList<>();
        try (ResultSet rows = update.executeQuery()) {
            while (rows.next()) {
                Place place = new Place(rows.getLong(1), rows.getObject(2, UUID.class));
                batch.add(place);
                LOG.atInfo()
                        .addKeyValue("id", place.id())
                        .addKeyValue("topic", rows.getString(3))
                        .addKeyValue("attempts", rows.getInt(4))
                        .addKeyValue("lastError", Objects.toString(rows.getString(5), ""))
                        .log("a dead event is sent again");
            }
        }
        return batch;
    }

    private static DeadRow read(ResultSet row) throws SQLException {
        return new DeadRow(
                row.getObject(1, UUID.class),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                row.getInt(5),
                row.getString(6),
                row.getObject(7, OffsetDateTime.class).toInstant());
    }

    /// Where a row stands, as the database orders it: ids by their bytes, as their texts.
    private record Place(long position, UUID id) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            int byPosition = Long.compare(position, other.position);
            return byPosition != 0 ? byPosition : id.toString().compareTo(other.id.toString());
        }
    }
}

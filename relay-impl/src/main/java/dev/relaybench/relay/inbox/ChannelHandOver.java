package dev.relaybench.relay.inbox;

import dev.relaybench.relay.inbox.InboxStore.Stored;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Offers jobs to the channel, and never waits for the vendor.
///
/// The original leaves a rejected row to the polling worker, which takes it once it is stale: after a minute, not after
/// one poll as promised. Here the row becomes due at once.
public final class ChannelHandOver implements HandOver {
    private static final Logger LOG = LoggerFactory.getLogger(ChannelHandOver.class);

    private final PgInboxChannel channel;
    private final DataSource dataSource;
    private final InboxMarks marks;
    private final boolean rejectedDueAtOnce;

    /// @param rejectedDueAtOnce false is the original
    public ChannelHandOver(PgInboxChannel channel, DataSource dataSource, InboxMarks marks, boolean rejectedDueAtOnce) {
        this.channel = channel;
        this.dataSource = dataSource;
        this.marks = marks;
        this.rejectedDueAtOnce = rejectedDueAtOnce;
    }

    @Override
    public void accept(List<Stored> stored) {
        List<UUID> rejected = new ArrayList<>();
        for (Stored record : stored) {
            // What was there before has been offered before, or is stale by and by.
            if (record.fresh() && !channel.offer(record.job())) {
                rejected.add(record.job().id());
            }
        }
        if (rejectedDueAtOnce && !rejected.isEmpty()) {
            makeDue(rejected);
        }
    }

    /// The rows are safe; without this mark they only wait longer.
    private void makeDue(List<UUID> rejected) {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            marks.dueAtOnce(connection, rejected);
            connection.commit();
        } catch (SQLException failure) {
            LOG.atWarn()
                    .addKeyValue("rows", rejected.size())
                    .log("rejected rows wait until they are stale: {}", failure.toString());
        }
    }
}

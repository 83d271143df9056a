package dev.relaybench.relay.outbox;

import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.transaction.CommitOutcome.FastPath;
import dev.relaybench.relay.transaction.PublishMode;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/// The publish mode of S1: a row in `pg_outbox` within the transaction, a job in the channel after it.
public final class ChannelOutbox implements PublishMode {
    private final OutboxAppender appender;
    private final PgOutboxChannel channel;

    public ChannelOutbox(OutboxAppender appender, PgOutboxChannel channel) {
        this.appender = appender;
        this.channel = channel;
    }

    @Override
    public void append(Connection connection, OutboxMessage message) throws SQLException {
        appender.append(connection, message);
    }

    @Override
    public FastPath afterCommit(List<OutboxMessage> messages) {
        FastPath result = messages.isEmpty() ? FastPath.NONE : FastPath.ACCEPTED;
        for (OutboxMessage message : messages) {
            if (!channel.offer(new OutboxJob(message))) {
                result = FastPath.REJECTED;
            }
        }
        return result;
    }
}

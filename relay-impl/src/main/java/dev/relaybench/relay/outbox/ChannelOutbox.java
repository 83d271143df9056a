package dev.relaybench.relay.outbox;

import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.transaction.CommitOutcome.FastPath;
import dev.relaybench.relay.transaction.PublishMode;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/// The publish mode of S1: a row in `pg_outbox` within the transaction, a job in the channel after it.
public final class ChannelOutbox implements PublishMode {
    private final OutboxAppender appender;
    private final Optional<PgOutboxChannel> channel;

    public ChannelOutbox(OutboxAppender appender, PgOutboxChannel channel) {
        this(appender, Optional.of(channel));
    }

    private ChannelOutbox(OutboxAppender appender, Optional<PgOutboxChannel> channel) {
        this.appender = appender;
        this.channel = channel;
    }

    /// Stores rows for somebody else to publish, and tells nobody.
    public static ChannelOutbox storingOnly(OutboxAppender appender) {
        return new ChannelOutbox(appender, Optional.empty());
    }

    @Override
    public void append(Connection connection, OutboxMessage message) throws SQLException {
        appender.append(connection, message);
    }

    @Override
    public FastPath afterCommit(List<OutboxMessage> messages) {
        if (messages.isEmpty() || channel.isEmpty()) {
            return FastPath.NONE;
        }
        FastPath result = FastPath.ACCEPTED;
        for (OutboxMessage message : messages) {
            if (!channel.get().offer(new OutboxJob(message))) {
                result = FastPath.REJECTED;
            }
        }
        return result;
    }
}

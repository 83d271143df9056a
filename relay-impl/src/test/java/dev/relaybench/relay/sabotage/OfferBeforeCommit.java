package dev.relaybench.relay.sabotage;

import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.outbox.OutboxAppender;
import dev.relaybench.relay.outbox.OutboxClaims;
import dev.relaybench.relay.outbox.OutboxJob;
import dev.relaybench.relay.outbox.PgOutboxChannel;
import dev.relaybench.relay.testbed.MemoryPublisher;
import dev.relaybench.relay.testbed.TestRelay;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/// The mistake: the job is offered inside the transaction, and the worker publishes what it holds in memory without a
/// look at the table. What is rolled back afterwards has then been published.
final class OfferBeforeCommit extends TestRelay {
    OfferBeforeCommit(MemoryPublisher publisher) {
        super(publisher);
    }

    @Override
    public OutboxAppender appender(PgOutboxChannel channel) {
        return new OutboxAppender() {
            @Override
            public void append(Connection connection, OutboxMessage message) throws SQLException {
                super.append(connection, message);
                channel.offer(new OutboxJob(message));
            }
        };
    }

    @Override
    public OutboxClaims claims() {
        return new OutboxClaims() {
            @Override
            public List<OutboxMessage> claim(Connection connection, List<OutboxJob> jobs) {
                return jobs.stream().map(OutboxJob::message).toList();
            }
        };
    }
}

package dev.relaybench.chaos.sabotage;

import com.google.auto.service.AutoService;
import dev.relaybench.harness.expect.Anomaly;
import dev.relaybench.relay.main.RelayWiring;
import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.outbox.OutboxAppender;
import dev.relaybench.relay.outbox.OutboxClaims;
import dev.relaybench.relay.outbox.OutboxJob;
import dev.relaybench.relay.outbox.PgOutboxChannel;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/// Jobs are offered before the commit, and the worker publishes the job in memory instead of the row.
@AutoService(Sabotage.class)
public final class OfferBeforeCommit implements Sabotage {
    @Override
    public String name() {
        return "offer-before-commit";
    }

    @Override
    public String description() {
        return "Jobs are offered before the commit, and the worker publishes the job in memory instead of the row.";
    }

    @Override
    public Set<Catch> caughtBy() {
        return Set.of(new Catch("outbox-queue-full", Anomaly.PHANTOM));
    }

    @Override
    public RelayWiring wiring() {
        return new RelayWiring() {
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
        };
    }
}

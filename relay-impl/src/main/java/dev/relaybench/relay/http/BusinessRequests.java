package dev.relaybench.relay.http;

import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.transaction.CommitOutcome;
import dev.relaybench.relay.transaction.CommitOutcome.Committed;
import dev.relaybench.relay.transaction.CommitOutcome.Indeterminate;
import dev.relaybench.relay.transaction.CommitOutcome.Refused;
import dev.relaybench.relay.transaction.CommitOutcome.RolledBack;
import dev.relaybench.relay.transaction.TransactionalOutbox;
import dev.relaybench.relay.transaction.TransactionalOutbox.Decision;
import dev.relaybench.relay.transaction.TransactionalOutbox.Transaction;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Locale;

/// The application: stores a business row and its event together, and says what became of them.
public final class BusinessRequests {
    private static final String INSERT =
            "INSERT INTO business_request (id, aggregate_id, sequence, topic, payload) VALUES (?, ?, ?, ?, ?)";

    private final TransactionalOutbox outbox;
    private final RelayCounters counters;

    public BusinessRequests(TransactionalOutbox outbox, RelayCounters counters) {
        this.outbox = outbox;
        this.counters = counters;
    }

    Answer handle(BusinessRequest request) {
        CommitOutcome outcome = outbox.run(transaction -> store(transaction, request));
        return switch (outcome) {
            case Committed committed -> {
                counters.increment(Counter.REQUESTS_COMMITTED);
                String fastPath = committed.fastPath().name().toLowerCase(Locale.ROOT);
                yield new Answer(201, "{\"outcome\":\"committed\",\"fastPath\":\"" + fastPath + "\"}");
            }
            case RolledBack ignored -> {
                counters.increment(Counter.REQUESTS_ABORTED);
                yield new Answer(409, Answer.ABORTED);
            }
            case Refused ignored -> {
                counters.increment(Counter.REQUESTS_ABORTED);
                yield new Answer(503, Answer.ABORTED);
            }
            case Indeterminate ignored -> {
                counters.increment(Counter.REQUESTS_INDETERMINATE);
                yield new Answer(500, "{\"outcome\":\"indeterminate\"}");
            }
        };
    }

    private static Decision store(Transaction transaction, BusinessRequest request) throws SQLException {
        try (PreparedStatement insert = transaction.connection().prepareStatement(INSERT)) {
            insert.setObject(1, request.id());
            insert.setString(2, request.aggregateId());
            insert.setLong(3, request.sequence());
            insert.setString(4, request.topic());
            insert.setString(5, request.payload());
            insert.executeUpdate();
        }
        transaction.append(new OutboxMessage(request.id(), request.aggregateId(), request.topic(), request.payload()));
        return request.rollback() ? Decision.ROLL_BACK : Decision.COMMIT;
    }
}

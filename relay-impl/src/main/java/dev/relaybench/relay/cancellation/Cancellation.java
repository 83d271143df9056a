package dev.relaybench.relay.cancellation;

import dev.relaybench.relay.cancellation.CancellationOutcome.Completed;
import dev.relaybench.relay.cancellation.CancellationOutcome.NotDone;
import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.transaction.CommitOutcome;
import dev.relaybench.relay.transaction.CommitOutcome.Committed;
import dev.relaybench.relay.transaction.CommitOutcome.RolledBack;
import dev.relaybench.relay.transaction.TransactionalOutbox;
import dev.relaybench.relay.transaction.TransactionalOutbox.Decision;
import dev.relaybench.relay.transaction.TransactionalOutbox.Transaction;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Completes cancellations: payment, items, request and event change together or not at all.
public final class Cancellation {
    /// What the event is about.
    public static final String AGGREGATE_TYPE = "payment";
    /// What has happened to it.
    public static final String EVENT_TYPE = "cancellation-completed";

    private final TransactionalOutbox outbox;
    private final String topic;

    /// @param topic where the events go
    public Cancellation(TransactionalOutbox outbox, String topic) {
        this.outbox = outbox;
        this.topic = topic;
    }

    /// Cancels the payment that the request asks for. It may be called again with the same request: that is how a
    /// caller finds out after an answer was lost.
    public CancellationOutcome complete(UUID requestId) {
        Attempt attempt = new Attempt(requestId);
        CommitOutcome outcome = outbox.run(attempt);
        if (outcome instanceof Committed) {
            return new Completed(eventId(requestId));
        }
        return outcome instanceof RolledBack && attempt.refusal.isPresent()
                ? attempt.refusal.get()
                : new NotDone(outcome);
    }

    /// Of the request and nothing else: whatever goes wrong, there are not two events of one cancellation.
    static UUID eventId(UUID requestId) {
        return UUID.nameUUIDFromBytes((EVENT_TYPE + ":" + requestId).getBytes(StandardCharsets.UTF_8));
    }

    private final class Attempt implements TransactionalOutbox.Work {
        private final UUID requestId;
        private Optional<CancellationOutcome> refusal = Optional.empty();

        Attempt(UUID requestId) {
            this.requestId = requestId;
        }

        @Override
        public Decision run(Transaction transaction) throws SQLException {
            CancellationTables tables = new CancellationTables(transaction.connection());
            Optional<CancellationTables.Locked> locked = tables.lock(requestId);
            refusal = CancellationRules.refusal(locked);
            if (refusal.isPresent() || locked.isEmpty()) {
                return Decision.ROLL_BACK;
            }
            List<CancelledItem> items = tables.cancel(locked.get().paymentId());
            tables.complete(requestId);
            transaction.append(event(locked.get(), items));
            return Decision.COMMIT;
        }

        private OutboxMessage event(CancellationTables.Locked locked, List<CancelledItem> items) {
            return new OutboxMessage(
                    eventId(requestId),
                    AGGREGATE_TYPE,
                    locked.paymentId().toString(),
                    EVENT_TYPE,
                    topic,
                    CancellationPayload.json(requestId, locked, items),
                    Map.of(),
                    Instant.now());
        }
    }
}

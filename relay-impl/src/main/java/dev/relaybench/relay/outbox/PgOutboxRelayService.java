package dev.relaybench.relay.outbox;

import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.message.PublishResult;
import dev.relaybench.relay.message.PublishResult.Acked;
import dev.relaybench.relay.message.PublishResult.Refused;
import dev.relaybench.relay.message.PublishResult.Unavailable;
import dev.relaybench.relay.message.Publisher;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Claim, publish, mark, commit: the `row-lock` strategy, one transaction that holds its row locks across the publish.
///
/// The order is the promise. A crash before the commit leaves the rows as they were, so they are published again: at
/// least once, and never marked without an acknowledgement.
///
/// A row waits for as long as it takes: there is neither a retry limit nor a dead letter in this system. Known limit:
/// if one partition of many is down, its rows stay at the head of the table and can fill the poll's batch.
public final class PgOutboxRelayService {
    private static final Logger LOG = LoggerFactory.getLogger(PgOutboxRelayService.class);

    private final DataSource dataSource;
    private final Publisher publisher;
    private final OutboxMarks marks;
    private final RefusedBackoff backoff;
    private final RelayCounters counters;

    public PgOutboxRelayService(
            DataSource dataSource,
            Publisher publisher,
            OutboxMarks marks,
            RefusedBackoff backoff,
            RelayCounters counters) {
        this.dataSource = dataSource;
        this.publisher = publisher;
        this.marks = marks;
        this.backoff = backoff;
        this.counters = counters;
    }

    /// How long a refused row waits: at least `min`, doubling up to `max`.
    public record RefusedBackoff(Duration min, Duration max) {
        /// A refused row stays due.
        public static final RefusedBackoff NONE = new RefusedBackoff(Duration.ZERO, Duration.ZERO);
    }

    /// Takes rows in an open transaction.
    @FunctionalInterface
    public interface Claim {
        List<OutboxMessage> in(Connection connection) throws SQLException;
    }

    /// Relays what the claim takes.
    ///
    /// @throws SQLException if the database failed; nothing is marked then, whatever was published
    public RelayOutcome relay(RelayPath path, Claim claim) throws SQLException, InterruptedException {
        // Closing the connection rolls back what was not committed.
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            List<OutboxMessage> claimed = claim.in(connection);
            if (claimed.isEmpty()) {
                connection.rollback();
                return RelayOutcome.NOTHING;
            }
            Sorted sorted = Sorted.of(claimed, publisher.publish(claimed));
            count(path, sorted);
            record(connection, sorted);
            connection.commit();
            return sorted.outcome();
        }
    }

    private void record(Connection connection, Sorted sorted) throws SQLException {
        if (!sorted.acked.isEmpty()) {
            int marked = marks.processed(connection, sorted.acked);
            if (marked < sorted.acked.size()) {
                counters.add(Counter.MARKS_LOST, sorted.acked.size() - marked);
                LOG.warn("{} published rows were not there to be marked", sorted.acked.size() - marked);
            }
        }
        if (!sorted.refused.isEmpty() && !backoff.equals(RefusedBackoff.NONE)) {
            marks.postponed(connection, sorted.refused, backoff.min(), backoff.max());
        }
    }

    private void count(RelayPath path, Sorted sorted) {
        Counter published = switch (path) {
            case IMMEDIATE -> Counter.PUBLISHED_IMMEDIATE;
            case POLLING -> Counter.PUBLISHED_POLLING;
        };
        counters.add(published, sorted.acked.size());
        counters.add(Counter.REFUSED, sorted.refused.size());
        counters.add(Counter.UNAVAILABLE, sorted.unavailable.size());
        // Sent without an outcome, they may have arrived, and will be sent again.
        counters.add(Counter.DUPLICATES_SUSPECTED, sorted.unavailable.size());
        if (!sorted.refused.isEmpty() || !sorted.unavailable.isEmpty()) {
            LOG.atWarn()
                    .addKeyValue("path", path)
                    .addKeyValue("rows", sorted.size())
                    .addKeyValue("acked", sorted.acked.size())
                    .addKeyValue("refused", sorted.refused.size())
                    .addKeyValue("unavailable", sorted.unavailable.size())
                    .addKeyValue("example", sorted.example)
                    .log("the broker did not take every row");
        }
    }

    /// The claimed rows by what became of them.
    private static final class Sorted {
        private final List<UUID> acked = new ArrayList<>();
        private final List<UUID> refused = new ArrayList<>();
        private final List<UUID> unavailable = new ArrayList<>();
        private String example = "";

        static Sorted of(List<OutboxMessage> messages, List<PublishResult> results) {
            if (messages.size() != results.size()) {
                throw new IllegalStateException(
                        "the publisher gave " + results.size() + " results for " + messages.size() + " messages");
            }
            Sorted sorted = new Sorted();
            for (int i = 0; i < messages.size(); i++) {
                UUID id = messages.get(i).id();
                switch (results.get(i)) {
                    case Acked ignored -> sorted.acked.add(id);
                    case Refused refused -> {
                        sorted.refused.add(id);
                        sorted.example = id + " " + refused.reason();
                    }
                    case Unavailable unavailable -> {
                        sorted.unavailable.add(id);
                        sorted.example = id + " " + unavailable.reason();
                    }
                }
            }
            return sorted;
        }

        int size() {
            return acked.size() + refused.size() + unavailable.size();
        }

        RelayOutcome outcome() {
            return new RelayOutcome(size(), acked.size(), refused.size(), unavailable.size());
        }
    }
}

package dev.relaybench.relay.polling;

import dev.relaybench.relay.message.PublishResult;
import dev.relaybench.relay.message.PublishResult.Refused;
import dev.relaybench.relay.message.Publisher;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.polling.Claims.Claim;
import dev.relaybench.relay.polling.Settlement.Refusal;
import dev.relaybench.relay.polling.Settlement.Retry;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Claim, publish, mark: one batch.
///
/// The order is the promise. A crash before the marks are committed has the rows published again: at least once, and
/// never marked without an acknowledgement. One loop at a time uses it.
public final class PollingRelayService {
    private static final Logger LOG = LoggerFactory.getLogger(PollingRelayService.class);

    private final Claims claims;
    private final Publisher publisher;
    private final Duration publishTimeMax;
    private final Retry retry;
    private final OperationAlerts alerts;
    private final RelayCounters counters;
    /// Acknowledged by the broker, and not yet by the database.
    private Optional<Debt> debt = Optional.empty();

    /// @param publishTimeMax longest time that one call of the publisher takes
    public PollingRelayService(
            Claims claims,
            Publisher publisher,
            Duration publishTimeMax,
            Retry retry,
            OperationAlerts alerts,
            RelayCounters counters) {
        this.claims = claims;
        this.publisher = publisher;
        this.publishTimeMax = publishTimeMax;
        this.retry = retry;
        this.alerts = alerts;
        this.counters = counters;
    }

    private record Debt(Claim claim, Settlement settlement) {}

    /// Relays one batch.
    ///
    /// @param limit most rows
    /// @throws SQLException if the database failed; what was published is marked by a later call, if the rows are held
    ///     for so long, and else published again
    public BatchOutcome relay(int limit) throws SQLException, InterruptedException {
        payDebt();
        try (Claim claim = claims.claim(limit)) {
            List<ClaimedRow> rows = claim.rows();
            if (rows.isEmpty()) {
                return BatchOutcome.NOTHING;
            }
            if (!claim.holdsFor(publishTimeMax)) {
                LOG.atWarn()
                        .addKeyValue("rows", rows.size())
                        .log("stood still for too long after a claim: others may hold its rows now, nothing is sent");
                settle(claim, Settlement.release(rows));
                return new BatchOutcome(rows.size(), 0, 0, 0);
            }
            Settlement settlement = publish(rows);
            settle(claim, settlement);
            return new BatchOutcome(
                    rows.size(),
                    settlement.published().size(),
                    settlement.refused(),
                    settlement.released().size());
        }
    }

    /// Without this a connection cut at the wrong moment would leave published rows to the end of their lease, and then
    /// have them published again.
    private void payDebt() throws SQLException {
        if (debt.isPresent()) {
            Debt due = debt.get();
            account(due.settlement(), due.claim().settle(due.settlement()));
            debt = Optional.empty();
        }
    }

    private Settlement publish(List<ClaimedRow> rows) throws InterruptedException {
        List<ClaimedRow> sound =
                rows.stream().filter(row -> row.defect().isEmpty()).toList();
        List<PublishResult> published =
                publisher.publish(sound.stream().map(ClaimedRow::message).toList());
        if (published.size() != sound.size()) {
            throw new IllegalStateException("%d results for %d messages".formatted(published.size(), sound.size()));
        }
        Iterator<PublishResult> answers = published.iterator();
        List<PublishResult> results = new ArrayList<>(rows.size());
        for (ClaimedRow row : rows) {
            results.add(row.defect().isPresent() ? new Refused(row.defect().get()) : answers.next());
        }
        Settlement settlement = Settlement.of(rows, results, retry);
        count(settlement, results);
        return settlement;
    }

    private void settle(Claim claim, Settlement settlement) throws SQLException {
        Marked marked;
        try {
            marked = claim.settle(settlement);
        } catch (SQLException failure) {
            if (claim.outlivesItsConnection()) {
                debt = Optional.of(new Debt(claim, settlement));
            } else {
                counters.add(
                        Counter.DUPLICATES_SUSPECTED, settlement.published().size());
            }
            throw failure;
        }
        account(settlement, marked);
    }

    private void count(Settlement settlement, List<PublishResult> results) {
        counters.add(Counter.PUBLISHED_POLLING, settlement.published().size());
        counters.add(Counter.REFUSED, settlement.refused());
        counters.add(Counter.UNAVAILABLE, settlement.released().size());
        // Sent perhaps, and to be sent again for certain.
        counters.add(Counter.DUPLICATES_SUSPECTED, settlement.released().size());
        if (settlement.refused() > 0 || !settlement.released().isEmpty()) {
            LOG.atWarn()
                    .addKeyValue("acked", settlement.published().size())
                    .addKeyValue("refused", settlement.refused())
                    .addKeyValue("unavailable", settlement.released().size())
                    .addKeyValue("example", example(results))
                    .log("not all rows of a batch were taken by the broker");
        }
    }

    private static String example(List<PublishResult> results) {
        for (PublishResult result : results) {
            if (result instanceof Refused refused) {
                return LastError.of(refused.reason());
            }
            if (result instanceof PublishResult.Unavailable unavailable) {
                return LastError.of(unavailable.reason());
            }
        }
        return "";
    }

    /// After the commit.
    private void account(Settlement settlement, Marked marked) {
        int fenced = marked.fencedPublished() + marked.fencedOther();
        if (fenced > 0) {
            counters.add(Counter.MARKS_FENCED, fenced);
            counters.add(Counter.DUPLICATES_SUSPECTED, marked.fencedPublished());
            LOG.atWarn()
                    .addKeyValue("rows", fenced)
                    .addKeyValue("published", marked.fencedPublished())
                    .addKeyValue("batch", settlement.published().size() + settlement.refused())
                    .log("rows were no longer held when they were to be marked");
        }
        counters.add(Counter.DEAD, marked.dead().size());
        marked.dead().forEach(this::alert);
    }

    private void alert(Refusal refusal) {
        try {
            alerts.dead(refusal);
        } catch (RuntimeException failure) {
            LOG.atError()
                    .addKeyValue("id", refusal.row().id())
                    .addKeyValue("reason", failure.toString())
                    .log("an event is dead, and the alert failed");
        }
    }
}

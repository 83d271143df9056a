package dev.relaybench.relay.consumer;

import dev.relaybench.relay.consumer.Claim.Claimed;
import dev.relaybench.relay.consumer.Claim.Finished;
import dev.relaybench.relay.consumer.Claim.Held;
import dev.relaybench.relay.consumer.WorkOutcome.Done;
import dev.relaybench.relay.consumer.WorkOutcome.Later;
import dev.relaybench.relay.consumer.WorkOutcome.Retry;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.vendor.Vendor;
import dev.relaybench.relay.vendor.VendorAnswer.Approved;
import dev.relaybench.relay.vendor.VendorAnswer.Declined;
import dev.relaybench.relay.vendor.VendorAnswer.Failed;
import dev.relaybench.relay.vendor.VendorAnswer.NoAnswer;
import dev.relaybench.relay.vendor.VendorStatus.NotPaid;
import dev.relaybench.relay.vendor.VendorStatus.Paid;
import dev.relaybench.relay.vendor.VendorStatus.Unknown;
import java.sql.SQLException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Executes one delivery of a piece of work: claim, call, mark. No transaction is open across the call.
///
/// | what it meets | what becomes of it |
/// |---|---|
/// | a terminal row | nothing: a duplicate |
/// | a row in the hands of a live other one | the same attempt, when that one counts as dead |
/// | a row that was in execution before | the vendor is asked first |
/// | approved | SCS |
/// | declined | FAIL, at once |
/// | 5xx, no answer, no answer to the question, any exception | the next attempt |
/// | no database | the same attempt, later: an outage is not the work's fault, and uses up no attempt |
final class WorkHandler {
    private static final Logger LOG = LoggerFactory.getLogger(WorkHandler.class);

    private final WorkTable table;
    private final Vendor vendor;
    private final WorkRules rules;
    private final RelayCounters counters;

    WorkHandler(WorkTable table, Vendor vendor, WorkRules rules, RelayCounters counters) {
        this.table = table;
        this.vendor = vendor;
        this.rules = rules;
        this.counters = counters;
    }

    /// Works on one delivery, within a bounded time.
    WorkOutcome handle(String id, String payload) throws InterruptedException {
        try {
            // Before the claim, so that this clock never says less than the database's.
            long begunNanos = System.nanoTime();
            return switch (table.begin(id)) {
                case Finished finished -> duplicate();
                case Held held -> held(held);
                case Claimed claimed -> execute(new Execution(id, payload, claimed, begunNanos));
            };
        } catch (SQLException failure) {
            LOG.atWarn()
                    .addKeyValue("work", id)
                    .log("the database failed, the work comes again: {}", failure.toString());
            return new Later(rules.pause());
        }
    }

    private WorkOutcome duplicate() {
        counters.increment(Counter.WORKS_DUPLICATE);
        return new Done();
    }

    private WorkOutcome held(Held held) {
        counters.increment(Counter.WORKS_FENCED);
        return new Later(held.remaining());
    }

    private WorkOutcome execute(Execution work) throws SQLException, InterruptedException {
        try {
            if (work.claimed().isFirst() || !rules.askBeforeCallingAgain()) {
                return call(work);
            }
            counters.increment(Counter.WORKS_ASKED);
            return switch (vendor.status(work.id())) {
                case Paid paid -> succeeded(work, paid.reference());
                case NotPaid notPaid -> call(work);
                case Unknown unknown -> again(work, "the vendor could not be asked: " + unknown.reason());
            };
        } catch (RuntimeException unexpected) {
            LOG.atWarn().addKeyValue("work", work.id()).log("unexpected", unexpected);
            // Its message may quote what was to be sent.
            return again(work, unexpected.getClass().getSimpleName());
        }
    }

    private WorkOutcome call(Execution work) throws SQLException, InterruptedException {
        if (rules.askBeforeCallingAgain() && isTooLate(work)) {
            counters.increment(Counter.WORKS_FENCED);
            return new Later(rules.pause());
        }
        return switch (vendor.approve(work.id(), work.payload())) {
            case Approved approved -> succeeded(work, approved.reference());
            case Declined declined -> declined(work, declined.reason());
            case Failed failed -> again(work, "the vendor failed: status " + failed.status());
            case NoAnswer nothing -> again(work, "the vendor did not answer: " + nothing.reason());
        };
    }

    /// A process that was frozen since the claim must not call: somebody else may have taken the work over.
    private boolean isTooLate(Execution work) {
        Duration age = Duration.ofNanos(System.nanoTime() - work.begunNanos());
        return age.plus(rules.callTimeout()).compareTo(rules.claimTime()) > 0;
    }

    private WorkOutcome succeeded(Execution work, String reference) throws SQLException {
        return counted(table.succeed(work.id(), work.claimed().generation(), reference), Counter.WORKS_DONE);
    }

    private WorkOutcome declined(Execution work, String reason) throws SQLException {
        return counted(table.fail(work.id(), work.claimed().generation(), "declined: " + reason), Counter.WORKS_FAILED);
    }

    private WorkOutcome again(Execution work, String reason) throws SQLException {
        long generation = work.claimed().generation();
        if (rules.catchEverything()) {
            return counted(table.fail(work.id(), generation, reason), Counter.WORKS_FAILED);
        }
        if (!table.release(work.id(), generation, reason)) {
            counters.increment(Counter.WORKS_FENCED);
        }
        return new Retry(reason, work.claimed().attempts());
    }

    /// A mark that changed nothing: the work was taken over, and its new owner sees to it.
    private WorkOutcome counted(boolean marked, Counter counter) {
        counters.increment(marked ? counter : Counter.WORKS_FENCED);
        return new Done();
    }

    private record Execution(String id, String payload, Claimed claimed, long begunNanos) {}
}

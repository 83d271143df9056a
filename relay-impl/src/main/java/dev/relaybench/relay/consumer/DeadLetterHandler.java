package dev.relaybench.relay.consumer;

import dev.relaybench.relay.consumer.Claim.Claimed;
import dev.relaybench.relay.consumer.Claim.Finished;
import dev.relaybench.relay.consumer.Claim.Held;
import dev.relaybench.relay.consumer.WorkOutcome.Done;
import dev.relaybench.relay.consumer.WorkOutcome.Later;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.vendor.Vendor;
import dev.relaybench.relay.vendor.VendorStatus;
import dev.relaybench.relay.vendor.VendorStatus.Paid;
import dev.relaybench.relay.vendor.VendorStatus.Unknown;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Gives work up whose attempts are used up: FAIL, "retries exhausted". Nothing happens to work in a terminal state.
///
/// The last attempt may have been paid without an answer. So the vendor is asked once more, and paid work is SCS; a
/// vendor that cannot be asked leaves it at FAIL, with a word about it.
final class DeadLetterHandler {
    private static final Logger LOG = LoggerFactory.getLogger(DeadLetterHandler.class);
    private static final String EXHAUSTED = "retries exhausted";

    private final WorkTable table;
    private final Vendor vendor;
    private final WorkRules rules;
    private final RelayCounters counters;

    DeadLetterHandler(WorkTable table, Vendor vendor, WorkRules rules, RelayCounters counters) {
        this.table = table;
        this.vendor = vendor;
        this.rules = rules;
        this.counters = counters;
    }

    /// Gives one piece of work up.
    ///
    /// @param lastError what the last attempt said; may be empty
    /// @return never a retry
    WorkOutcome handle(String id, String lastError) throws InterruptedException {
        try {
            return switch (table.takeOver(id)) {
                case Finished finished -> duplicate();
                case Held held -> new Later(held.remaining());
                case Claimed claimed -> giveUp(id, claimed, lastError);
            };
        } catch (SQLException failure) {
            LOG.atWarn().addKeyValue("work", id).log("could not be given up now: {}", failure.toString());
            return new Later(rules.pause());
        }
    }

    private WorkOutcome duplicate() {
        counters.increment(Counter.WORKS_DUPLICATE);
        return new Done();
    }

    private WorkOutcome giveUp(String id, Claimed claimed, String lastError) throws SQLException, InterruptedException {
        String reason = lastError.isEmpty() ? EXHAUSTED : EXHAUSTED + ": " + lastError;
        if (rules.askBeforeCallingAgain() && !claimed.isFirst()) {
            counters.increment(Counter.WORKS_ASKED);
            VendorStatus status = vendor.status(id);
            if (status instanceof Paid paid) {
                return counted(table.succeed(id, claimed.generation(), paid.reference()), Counter.WORKS_DONE);
            }
            if (status instanceof Unknown) {
                reason = EXHAUSTED + ", and whether it was paid is unknown: " + lastError;
            }
        }
        LOG.atWarn().addKeyValue("work", id).log("given up: {}", reason);
        return counted(table.fail(id, claimed.generation(), reason), Counter.WORKS_FAILED);
    }

    private WorkOutcome counted(boolean marked, Counter counter) {
        counters.increment(marked ? counter : Counter.WORKS_FENCED);
        return new Done();
    }
}

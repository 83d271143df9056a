package dev.relaybench.relay.inbox;

import dev.relaybench.relay.inbox.Settlement.Completed;
import dev.relaybench.relay.inbox.Settlement.Dead;
import dev.relaybench.relay.inbox.Settlement.Declined;
import dev.relaybench.relay.inbox.Settlement.LeftOpen;
import dev.relaybench.relay.inbox.Settlement.Retried;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.settings.RelaySettings;
import dev.relaybench.relay.vendor.Vendor;
import dev.relaybench.relay.vendor.VendorAnswer;
import dev.relaybench.relay.vendor.VendorStatus.NotPaid;
import dev.relaybench.relay.vendor.VendorStatus.Paid;
import dev.relaybench.relay.vendor.VendorStatus.Unknown;
import java.time.Duration;

/// Has claimed rows paid, outside any transaction, and never twice.
///
/// No answer is left open and not asked about at once: a vendor that is slow may still be at it, and says "not paid"
/// until it is. By the time a row is taken over, the call is long over.
public final class Approvals {
    private final Vendor vendor;
    private final DuplicateApprovalHandler duplicates;
    private final Duration callStartMax;
    private final int attemptsMax;
    private final RelayCounters counters;

    public Approvals(Vendor vendor, RelaySettings settings, RelayCounters counters) {
        this.vendor = vendor;
        this.duplicates = new DuplicateApprovalHandler(vendor, settings.inbox().askBeforePayingAgain(), counters);
        // A call that begins later could run while somebody else has taken the row for a zombie's.
        this.callStartMax = settings.inbox()
                .polling()
                .inProgressTimeout()
                .minus(settings.vendor().callTimeout());
        this.attemptsMax = settings.inbox().attemptsMax();
        this.counters = counters;
    }

    /// Has one row paid, or finds out that it is.
    Settlement approve(InboxRow row) throws InterruptedException {
        if (!row.mayHavePaid()) {
            return pay(row);
        }
        return switch (duplicates.ask(row)) {
            case Paid paid -> new Completed(paid.reference());
            case NotPaid ignored -> pay(row);
            case Unknown unknown -> new LeftOpen("the vendor could not be asked: " + unknown.reason());
        };
    }

    private Settlement pay(InboxRow row) throws InterruptedException {
        // Whoever was frozen since the claim must not go on as if nothing had happened.
        if (System.nanoTime() - row.claimedNanos() >= callStartMax.toNanos()) {
            counters.increment(Counter.INBOX_TOO_LATE);
            return new LeftOpen("the claim is too old for a call");
        }
        counters.increment(Counter.VENDOR_CALLED);
        return switch (vendor.approve(row.paymentId(), row.payload())) {
            case VendorAnswer.Approved approved -> new Completed(approved.reference());
            case VendorAnswer.Declined declined -> new Declined(declined.reason());
            case VendorAnswer.NoAnswer nothing -> new LeftOpen(nothing.reason());
            case VendorAnswer.Failed failed -> failed(row, "the vendor answered " + failed.status());
        };
    }

    /// The next attempt begins with a question. The last one has no next, so it ends with one.
    private Settlement failed(InboxRow row, String reason) throws InterruptedException {
        if (row.attempt() < attemptsMax) {
            return new Retried(reason);
        }
        return switch (duplicates.ask(row)) {
            case Paid paid -> new Completed(paid.reference());
            case NotPaid ignored -> new Dead(reason + ", attempt " + row.attempt() + " was the last");
            case Unknown ignored ->
                new Dead(reason + ", attempt " + row.attempt() + " was the last; whether it was paid is unknown");
        };
    }
}

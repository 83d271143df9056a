package dev.relaybench.relay.inbox;

import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.vendor.Vendor;
import dev.relaybench.relay.vendor.VendorStatus;

/// Asks the vendor whether a payment was approved already, before a call that may be the second one.
final class DuplicateApprovalHandler {
    private final Vendor vendor;
    private final boolean enabled;
    private final RelayCounters counters;

    /// @param enabled false: nobody asks, and payments are made twice; to be shown, not to be used
    DuplicateApprovalHandler(Vendor vendor, boolean enabled, RelayCounters counters) {
        this.vendor = vendor;
        this.enabled = enabled;
        this.counters = counters;
    }

    /// What the vendor knows of the row's payment.
    VendorStatus ask(InboxRow row) throws InterruptedException {
        if (!enabled) {
            return new VendorStatus.NotPaid();
        }
        counters.increment(Counter.VENDOR_ASKED);
        return vendor.status(row.paymentId());
    }
}

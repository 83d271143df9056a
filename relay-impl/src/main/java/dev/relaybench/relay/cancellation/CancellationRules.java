package dev.relaybench.relay.cancellation;

import dev.relaybench.relay.cancellation.CancellationOutcome.AlreadyCompleted;
import dev.relaybench.relay.cancellation.CancellationOutcome.Rejected;
import dev.relaybench.relay.cancellation.CancellationTables.Locked;
import java.util.Optional;

/// Decides whether a request may be completed.
final class CancellationRules {
    private CancellationRules() {}

    /// Why not; empty if it may.
    static Optional<CancellationOutcome> refusal(Optional<Locked> locked) {
        if (locked.isEmpty()) {
            return Optional.of(new Rejected("there is no such request"));
        }
        return switch (locked.get().requestStatus()) {
            case COMPLETED -> Optional.of(new AlreadyCompleted());
            case REQUESTED ->
                locked.get().paymentStatus() == PaymentStatus.APPROVED
                        ? Optional.empty()
                        : Optional.of(new Rejected("the payment is "
                                + locked.get().paymentStatus() + ": only one that is APPROVED can be cancelled"));
        };
    }
}

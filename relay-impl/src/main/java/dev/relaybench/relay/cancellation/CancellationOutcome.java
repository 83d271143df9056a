package dev.relaybench.relay.cancellation;

import dev.relaybench.relay.transaction.CommitOutcome;
import java.util.UUID;

/// What became of a request to cancel a payment.
public sealed interface CancellationOutcome {

    /// Cancelled by this call, with its event.
    ///
    /// @param eventId the event's id, the same for each call with this request
    record Completed(UUID eventId) implements CancellationOutcome {}

    /// Cancelled by an earlier call with this request. Nothing was changed and no second event appended.
    record AlreadyCompleted() implements CancellationOutcome {}

    /// Nothing was changed, and asking again is of no use.
    ///
    /// @param reason one sentence for people
    record Rejected(String reason) implements CancellationOutcome {}

    /// Nothing is known to have been changed, for a reason that has nothing to do with the request: ask again. If it
    /// was stored all the same, the answer will be {@link AlreadyCompleted}.
    record NotDone(CommitOutcome outcome) implements CancellationOutcome {}
}

package dev.relaybench.relay.inbox;

/// The life of an inbox row. The names are those in the table.
public enum InboxState {
    /// Stored, and nobody has begun.
    PENDING,
    /// Claimed: the vendor may or may not have been called.
    IN_PROGRESS,
    /// Paid, and said so.
    COMPLETED,
    /// The vendor will never pay it, and said so.
    DECLINED,
    /// The vendor failed: the request is on its way to the inbound topic again, as a record of its own.
    RETRIED,
    /// Given up: the request is on its way to the dead-letter topic.
    DEAD;

    /// Whether nothing comes after it.
    public boolean isFinal() {
        return this != PENDING && this != IN_PROGRESS;
    }

    /// Whether a row may go from this state to that one. From IN_PROGRESS to itself is a take-over.
    public boolean mayBecome(InboxState next) {
        return switch (this) {
            case PENDING -> next == IN_PROGRESS;
            case IN_PROGRESS -> next != PENDING;
            case COMPLETED, DECLINED, RETRIED, DEAD -> false;
        };
    }

    /// The next state.
    ///
    /// @throws IllegalStateException if it is not one that may come next
    public InboxState become(InboxState next) {
        if (!mayBecome(next)) {
            throw new IllegalStateException("an inbox row that is " + this + " cannot become " + next);
        }
        return next;
    }
}

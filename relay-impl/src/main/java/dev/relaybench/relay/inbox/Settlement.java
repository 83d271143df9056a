package dev.relaybench.relay.inbox;

/// What is to become of a claimed row.
public sealed interface Settlement {

    /// The payment is made.
    ///
    /// @param reference the vendor's own number for it
    record Completed(String reference) implements Settlement {}

    /// The payment will never be made.
    record Declined(String reason) implements Settlement {}

    /// The request is to be tried again, as a record of its own.
    record Retried(String reason) implements Settlement {}

    /// The request is given up.
    record Dead(String reason) implements Settlement {}

    /// Nobody knows yet. The row stays in progress, until it is old enough to be taken over and asked about.
    record LeftOpen(String reason) implements Settlement {}
}

package dev.relaybench.relay.cancellation;

/// The life of a payment, as far as its cancellation is concerned.
enum PaymentStatus {
    /// Nobody has paid yet.
    PENDING,
    /// Paid. Only from here it can be cancelled.
    APPROVED,
    CANCELLED,
    FAILED
}

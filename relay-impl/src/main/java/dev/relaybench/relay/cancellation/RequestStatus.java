package dev.relaybench.relay.cancellation;

/// The life of a request to cancel.
enum RequestStatus {
    REQUESTED,
    /// The end.
    COMPLETED
}

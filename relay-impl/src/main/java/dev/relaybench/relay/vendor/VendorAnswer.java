package dev.relaybench.relay.vendor;

/// What the vendor said to a payment.
public sealed interface VendorAnswer {

    /// The payment is made.
    ///
    /// @param reference the vendor's own number for it
    record Approved(String reference) implements VendorAnswer {}

    /// The payment will never be made (4xx).
    record Declined(String reason) implements VendorAnswer {}

    /// The vendor failed (5xx). Most probably nothing was paid, but only the status tells.
    record Failed(int status) implements VendorAnswer {}

    /// No answer in time, or none at all: paid or not, nobody knows.
    record NoAnswer(String reason) implements VendorAnswer {}
}

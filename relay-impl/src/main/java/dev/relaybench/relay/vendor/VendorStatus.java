package dev.relaybench.relay.vendor;

/// What the vendor knows of a payment.
public sealed interface VendorStatus {

    /// It was made.
    record Paid(String reference) implements VendorStatus {}

    /// It was not made, and no earlier call can make it any more.
    record NotPaid() implements VendorStatus {}

    /// The vendor could not be asked.
    record Unknown(String reason) implements VendorStatus {}
}

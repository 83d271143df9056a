package dev.relaybench.relay.vendor;

/// The vendor that approves payments.
///
/// Every call ends within the call time-out, whatever the vendor does. A call that fails is an answer, not an
/// exception: whether the payment was made is then unknown, and {@link #status} tells.
public interface Vendor extends AutoCloseable {
    /// Asks for a payment to be approved: the external effect.
    ///
    /// @param paymentId the same for every try of one payment
    /// @param details what is to be paid; opaque here, and never logged
    VendorAnswer approve(String paymentId, String details) throws InterruptedException;

    /// Asks what became of a payment. Changes nothing.
    VendorStatus status(String paymentId) throws InterruptedException;

    /// Ends calls that run, and gives back what is open. Nothing by default.
    @Override
    default void close() {}
}

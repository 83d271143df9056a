package dev.relaybench.relay.transaction;

/// The payload policy refused a message: the transaction that tried to append it is rolled back.
public final class PayloadRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PayloadRefusedException(String message) {
        super(message);
    }
}

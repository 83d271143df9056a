package dev.relaybench.harness.toxiproxy.conformance;

/// The server does not do what a case demands; the message says what was seen, and what should have been.
final class Deviation extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Deviation(String message) {
        super(message);
    }
}

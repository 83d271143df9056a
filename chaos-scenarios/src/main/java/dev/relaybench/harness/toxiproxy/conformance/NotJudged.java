package dev.relaybench.harness.toxiproxy.conformance;

/// A case cannot tell what the server does; the message says why.
final class NotJudged extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotJudged(String message) {
        super(message);
    }
}

package dev.relaybench.harness.testbed;

/// A part of the testbed that cannot do its work. The message is one sentence for people: the part, and the remedy.
public final class TestbedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TestbedException(String message) {
        super(message);
    }

    public TestbedException(String message, Throwable cause) {
        super(message, cause);
    }
}

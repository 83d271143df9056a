package dev.relaybench.relay.main;

/// The relay cannot start. The message is one sentence for people.
public final class StartupException extends Exception {
    private static final long serialVersionUID = 1L;

    StartupException(String message) {
        super(message);
    }

    StartupException(String message, Throwable cause) {
        super(message, cause);
    }
}

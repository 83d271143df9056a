package dev.relaybench.relay.transaction;

/// A message had to be published before the commit, and was not.
public final class NotPublishedException extends Exception {
    private static final long serialVersionUID = 1L;

    /// @param message why, without payloads
    public NotPublishedException(String message) {
        super(message);
    }
}

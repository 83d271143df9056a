package dev.relaybench.harness.history;

/// A history that cannot be read: missing, cut off in the middle of a line, or of another format. The message is one
/// sentence that names the file, the line and the remedy.
public final class HistoryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    HistoryException(String message) {
        super(message);
    }
}

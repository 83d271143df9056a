package dev.relaybench.chaos;

/// Something on the command line, or something that it names, is wrong. The message is one sentence that names it and
/// the remedy.
final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }
}

package dev.relaybench.relay.polling;

/// A reason made fit for the column `last_error` and for logs.
final class LastError {
    static final int CHARS_MAX = 500;

    private LastError() {}

    /// The reason on one line, and not longer than a glance. A NUL would be refused by the database, and with it the
    /// marks of the whole batch, for ever.
    static String of(String reason) {
        String line = reason.replaceAll("\\p{Cntrl}+", " ").strip();
        if (line.length() <= CHARS_MAX) {
            return line;
        }
        // Half a surrogate pair is no text.
        int end = Character.isHighSurrogate(line.charAt(CHARS_MAX - 2)) ? CHARS_MAX - 2 : CHARS_MAX - 1;
        return line.substring(0, end) + "…";
    }
}

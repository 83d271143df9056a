package dev.relaybench.report.run;

import java.io.IOException;
import java.io.UncheckedIOException;

/// A stored file that cannot be written, found, read or believed. The message is one sentence that names the file and
/// the remedy.
public final class RunFormatException extends UncheckedIOException {
    private static final long serialVersionUID = 1;

    /// What is wrong with which file, and what to do.
    public RunFormatException(String message) {
        this(message, new IOException(message));
    }

    /// The same, with what the file system or the parser said.
    public RunFormatException(String message, IOException cause) {
        super(message, cause);
    }
}

package dev.relaybench.harness.history;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import tools.jackson.databind.json.JsonMapper;

/// Appends events to a history file, one line of JSON each. Safe for use by several threads.
public final class HistoryWriter implements AutoCloseable {
    private final JsonMapper mapper = HistoryFormat.MAPPER;
    private final BufferedWriter out;
    private boolean closed;

    /// Creates the file.
    ///
    /// @throws UncheckedIOException if it exists or cannot be written
    public HistoryWriter(Path file) {
        try {
            out = Files.newBufferedWriter(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create the history " + file + ": " + e.getMessage(), e);
        }
    }

    /// Appends one event. After {@link #close()} it does nothing: late answers of an interrupted run have no place any
    /// more.
    public synchronized void write(HistoryEvent event) {
        if (closed) {
            return;
        }
        try {
            out.write(mapper.writeValueAsString(event));
            out.newLine();
            if (event instanceof HistoryEvent.RunEvent) {
                // Rare, and what an interrupted run is read by.
                out.flush();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to the history: " + e.getMessage(), e);
        }
    }

    /// Makes everything written so far visible to readers of the file.
    public synchronized void flush() {
        try {
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to the history: " + e.getMessage(), e);
        }
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            try {
                out.close();
            } catch (IOException e) {
                throw new UncheckedIOException("cannot write to the history: " + e.getMessage(), e);
            }
        }
    }
}

package dev.relaybench.harness.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;

/// A whole history, immutable, with the views that checkers need.
public final class History {
    private final List<HistoryEvent> events;
    private final Map<String, RowStory> rows;

    private History(List<HistoryEvent> events) {
        this.events = List.copyOf(events);
        this.rows = RowStory.tellAll(this.events);
    }

    /// A history of these events.
    public static History of(List<? extends HistoryEvent> events) {
        return new History(List.copyOf(events));
    }

    /// Reads a stored history.
    ///
    /// @throws HistoryException if it is missing, cut off inside a line, or not of a format that this version knows
    public static History read(Path file) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (IOException e) {
            throw new HistoryException("cannot read the history " + file + " ("
                    + e.getClass().getSimpleName() + "): name a run directory that has one");
        }
        var events = new ArrayList<HistoryEvent>(lines.size());
        for (int i = 0; i < lines.size(); i++) {
            try {
                events.add(HistoryFormat.parse(lines.get(i)));
            } catch (JacksonException e) {
                throw new HistoryException("line " + (i + 1) + " of " + lines.size() + " of the history " + file
                        + " is not a whole event: the file was truncated or edited, so run the scenario again");
            }
        }
        var history = new History(events);
        history.first(HistoryEvent.RunStarted.class).ifPresent(start -> {
            if (start.schemaVersion() > HistoryFormat.SCHEMA_VERSION) {
                throw new HistoryException("the history " + file + " has schema version " + start.schemaVersion()
                        + ", newer than " + HistoryFormat.SCHEMA_VERSION + ": read it with a newer relaybench");
            }
        });
        return history;
    }

    /// The version that is written today.
    public static int schemaVersion() {
        return HistoryFormat.SCHEMA_VERSION;
    }

    /// All events of a kind, in the order in which they were recorded.
    public <E extends HistoryEvent> Stream<E> all(Class<E> kind) {
        return events.stream().filter(kind::isInstance).map(kind::cast);
    }

    /// The first event of a kind.
    public <E extends HistoryEvent> Optional<E> first(Class<E> kind) {
        return all(kind).findFirst();
    }

    /// All events.
    public List<HistoryEvent> events() {
        return events;
    }

    /// Every row that was requested, committed or published, by event id, in the order of its first event.
    public Map<String, RowStory> rows() {
        return new LinkedHashMap<>(rows);
    }

    /// Records without an event id, which belong to no row.
    public List<HistoryEvent.Published> strays() {
        return all(HistoryEvent.Published.class).filter(p -> p.id() == null).toList();
    }
}

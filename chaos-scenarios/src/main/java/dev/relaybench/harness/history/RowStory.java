package dev.relaybench.harness.history;

import dev.relaybench.harness.history.HistoryEvent.Answered;
import dev.relaybench.harness.history.HistoryEvent.Committed;
import dev.relaybench.harness.history.HistoryEvent.Pending;
import dev.relaybench.harness.history.HistoryEvent.Published;
import dev.relaybench.harness.history.HistoryEvent.Requested;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Everything that a history says of one row.
public final class RowStory {
    private final String id;
    private @Nullable Requested requested;
    private @Nullable Answered answered;
    private @Nullable Committed committed;
    private final List<Published> copies = new ArrayList<>(1);
    private boolean pending;

    private RowStory(String id) {
        this.id = id;
    }

    static Map<String, RowStory> tellAll(List<HistoryEvent> events) {
        var rows = new LinkedHashMap<String, RowStory>();
        for (HistoryEvent event : events) {
            switch (event) {
                case Requested e -> row(rows, e.id()).requested = e;
                case Answered e -> row(rows, e.id()).answered = e;
                case Committed e -> row(rows, e.id()).committed = e;
                case Pending e -> row(rows, e.id()).pending = true;
                case Published e -> {
                    if (e.id() != null) {
                        row(rows, e.id()).copies.add(e);
                    }
                }
                case HistoryEvent.RunEvent ignored -> {}
            }
        }
        return rows;
    }

    private static RowStory row(Map<String, RowStory> rows, String id) {
        return rows.computeIfAbsent(id, RowStory::new);
    }

    /// The event id.
    public String id() {
        return id;
    }

    /// Its request, if the harness sent one.
    public Optional<Requested> requested() {
        return Optional.ofNullable(requested);
    }

    /// What its sender learned.
    public Optional<Answered> answered() {
        return Optional.ofNullable(answered);
    }

    /// Its business row, if PostgreSQL has one. This is the truth about the commit, also of an indeterminate one.
    public Optional<Committed> committed() {
        return Optional.ofNullable(committed);
    }

    /// Its records on the topics, in the order in which they were read.
    public List<Published> copies() {
        return Collections.unmodifiableList(copies);
    }

    /// Whether the relay still had to publish it after the drain.
    public boolean pending() {
        return pending;
    }

    /// The broker's append time of its first copy.
    public Optional<Instant> firstAppendedAt() {
        return copies.stream().map(Published::at).min(Instant::compareTo);
    }

    /// When the harness first had it.
    public Optional<Instant> firstSeenAt() {
        return copies.stream().map(Published::seenAt).min(Instant::compareTo);
    }
}

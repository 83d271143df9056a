package dev.relaybench.harness.check;

import dev.relaybench.harness.history.History;
import dev.relaybench.harness.history.HistoryEvent;
import dev.relaybench.harness.history.HistoryEvent.PhaseStarted;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A phase with its ends.
record Stretch(HistoryEvent.Phase phase, Instant from, Instant to) {
    /// All phases of a history; the last ends with the last event.
    static List<Stretch> all(History history) {
        var starts = history.all(PhaseStarted.class).toList();
        var stretches = new ArrayList<Stretch>();
        for (int i = 0; i < starts.size(); i++) {
            Instant from = starts.get(i).at();
            Instant to = i + 1 < starts.size() ? starts.get(i + 1).at() : end(history, from);
            stretches.add(new Stretch(starts.get(i).phase(), from, to));
        }
        return stretches;
    }

    private static Instant end(History history, Instant atLeast) {
        return history.first(HistoryEvent.RunEnded.class)
                .map(HistoryEvent::at)
                .filter(end -> end.isAfter(atLeast))
                .orElse(atLeast);
    }

    boolean contains(Instant instant) {
        return !instant.isBefore(from) && instant.isBefore(to);
    }

    Duration length() {
        return Duration.between(from, to);
    }
}

package dev.relaybench.harness.check;

import dev.relaybench.harness.expect.Origin;
import dev.relaybench.harness.history.History;
import dev.relaybench.harness.history.HistoryEvent.FastPath;
import dev.relaybench.harness.history.HistoryEvent.FaultHealed;
import dev.relaybench.harness.history.HistoryEvent.FaultInjected;
import dev.relaybench.harness.history.HistoryEvent.RelayReady;
import dev.relaybench.harness.history.RowStory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The rows that one trial's bound is about, each with its origin.
///
/// @param rows them
/// @param boot how long the relay took to start again, where the bound counts from that
record Affected(List<Row> rows, Optional<Duration> boot) {
    /// One affected row.
    ///
    /// @param seenAt when the harness first had it on its topic
    record Row(String id, Instant origin, Optional<Instant> seenAt) {}

    /// Finds them.
    ///
    /// @param until when the next trial began, or the end of the run
    static Affected by(
            Origin origin, History history, FaultInjected injected, Optional<FaultHealed> healed, Instant until) {
        return switch (origin) {
            case REJECTION -> rejected(history, injected, until);
            case RESTART ->
                restart(history, injected, until)
                        .map(ready -> new Affected(
                                unseenAt(history, ready.startedAt()),
                                Optional.of(Duration.between(ready.startedAt(), ready.at()))))
                        .orElseGet(Affected::none);
            case HEAL ->
                healed.map(heal -> new Affected(unseenAt(history, heal.at()), Optional.empty()))
                        .orElseGet(Affected::none);
            case COMMIT ->
                healed.map(heal -> new Affected(liveDuring(history, injected.startedAt(), heal.at()), Optional.empty()))
                        .orElseGet(Affected::none);
        };
    }

    private static Affected none() {
        return new Affected(List.of(), Optional.empty());
    }

    private static Affected rejected(History history, FaultInjected injected, Instant until) {
        var rows = history.rows().values().stream()
                .filter(row -> row.answered()
                        .filter(answer -> answer.fastPath() == FastPath.REJECTED)
                        .isPresent())
                .filter(row -> row.committed()
                        .filter(c -> !c.at().isBefore(injected.startedAt()) && c.at().isBefore(until))
                        .isPresent())
                .map(row -> new Row(row.id(), row.committed().orElseThrow().at(), row.firstSeenAt()))
                .toList();
        return new Affected(rows, Optional.empty());
    }

    private static Optional<RelayReady> restart(History history, FaultInjected injected, Instant until) {
        return history.all(RelayReady.class)
                .filter(ready -> ready.startedAt().isAfter(injected.startedAt())
                        && ready.startedAt().isBefore(until))
                .findFirst();
    }

    private static List<Row> unseenAt(History history, Instant origin) {
        return history.rows().values().stream()
                .filter(row -> committedBefore(row, origin))
                .filter(row ->
                        row.firstSeenAt().map(seen -> !seen.isBefore(origin)).orElse(true))
                .map(row -> new Row(row.id(), origin, row.firstSeenAt()))
                .toList();
    }

    /// Rows that were committed in this time, and those that were on their way when it began.
    private static List<Row> liveDuring(History history, Instant from, Instant to) {
        return history.rows().values().stream()
                .filter(row -> committedBefore(row, to))
                .filter(row -> !committedBefore(row, from)
                        || row.firstSeenAt().map(seen -> !seen.isBefore(from)).orElse(true))
                .map(row -> new Row(row.id(), row.committed().orElseThrow().at(), row.firstSeenAt()))
                .toList();
    }

    private static boolean committedBefore(RowStory row, Instant origin) {
        return row.committed().filter(c -> c.at().isBefore(origin)).isPresent();
    }
}

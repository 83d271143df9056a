package dev.relaybench.harness.check;

import com.google.auto.service.AutoService;
import dev.relaybench.harness.expect.Anomaly;
import dev.relaybench.harness.history.History;
import dev.relaybench.harness.history.HistoryEvent.Published;
import dev.relaybench.harness.history.RowStory;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A row whose first copy lies before that of an earlier row of its aggregate.
///
/// Earlier means in real time: the earlier row's commit was known to its sender before the later one's request was
/// sent. Rows whose requests overlapped have no order to keep. Catches tails that overtake their head.
@AutoService(Checker.class)
public final class ReorderedChecker implements Checker {
    @Override
    public Anomaly anomaly() {
        return Anomaly.REORDERED;
    }

    @Override
    public Findings check(History history) {
        Map<Lane, List<Placed>> lanes = history.rows().values().stream()
                .flatMap(row -> place(row).stream())
                .collect(Collectors.groupingBy(Placed::lane));
        return Findings.of(lanes.values().stream().flatMap(ReorderedChecker::overtakers));
    }

    private static Optional<Placed> place(RowStory row) {
        return row.copies().stream()
                .min(Comparator.comparingLong(Published::offset))
                .filter(first -> row.committed().isPresent() && row.requested().isPresent())
                .map(first -> new Placed(
                        row.id(),
                        new Lane(row.committed().orElseThrow().aggregateId(), first.topic(), first.partition()),
                        row.requested().orElseThrow().at(),
                        row.answered().map(answer -> answer.at()).orElse(Instant.MAX),
                        first.offset()));
    }

    /// Walks the lane in the order of sending, and beside it in the order of answering, with the furthest offset among
    /// the rows that were answered before.
    private static Stream<Findings.Occurrence> overtakers(List<Placed> lane) {
        var sent = lane.stream().sorted(Comparator.comparing(Placed::sentAt)).toList();
        var answered =
                lane.stream().sorted(Comparator.comparing(Placed::answeredAt)).iterator();
        var found = Stream.<Findings.Occurrence>builder();
        @Nullable Placed next = answered.next();
        @Nullable Placed furthest = null;
        for (Placed row : sent) {
            while (next != null && next.answeredAt().isBefore(row.sentAt())) {
                furthest = furthest == null || next.offset() > furthest.offset() ? next : furthest;
                next = answered.hasNext() ? answered.next() : null;
            }
            if (furthest != null && furthest.offset() > row.offset()) {
                found.add(new Findings.Occurrence(1, words(row, furthest)));
            }
        }
        return found.build();
    }

    private static String words(Placed row, Placed earlier) {
        return "row " + row.id() + " of aggregate " + row.lane().aggregateId() + ", sent at " + row.sentAt()
                + ", is at offset " + row.offset() + ", before row " + earlier.id() + " at offset " + earlier.offset()
                + ", whose commit was known at " + earlier.answeredAt();
    }

    private record Lane(String aggregateId, String topic, int partition) {}

    private record Placed(String id, Lane lane, Instant sentAt, Instant answeredAt, long offset) {}
}

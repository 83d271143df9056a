package dev.relaybench.harness.run;

import dev.relaybench.harness.history.History;
import dev.relaybench.harness.history.HistoryEvent;
import dev.relaybench.harness.history.HistoryEvent.PhaseStarted;
import dev.relaybench.harness.history.RowStory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/// Writes the publish latencies (commit to broker append, in microseconds) of a run as an HdrHistogram log with one
/// interval a phase, tagged with it. A row belongs to the phase in which it was committed.
final class LatencyLog {
    private static final long HIGHEST_MICROS = Duration.ofHours(1).toNanos() / 1_000;

    private LatencyLog() {}

    static void write(Path file, History history, Instant zero) {
        var starts = history.all(PhaseStarted.class).toList();
        try (var out = Files.newOutputStream(file)) {
            var writer = new HistogramLogWriter(out);
            writer.outputLogFormatVersion();
            writer.outputStartTime(zero.toEpochMilli());
            writer.outputLegend();
            for (int i = 0; i < starts.size(); i++) {
                Instant from = starts.get(i).at();
                Instant to = i + 1 < starts.size()
                        ? starts.get(i + 1).at()
                        : history.events().getLast().at();
                var histogram = histogram(history, from, to);
                histogram.setTag(starts.get(i).phase().name());
                writer.outputIntervalHistogram(seconds(zero, from), seconds(zero, to), histogram, 1_000.0);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    private static Histogram histogram(History history, Instant from, Instant to) {
        var histogram = new Histogram(HIGHEST_MICROS, 3);
        for (RowStory row : List.copyOf(history.rows().values())) {
            row.committed()
                    .map(HistoryEvent.Committed::at)
                    .filter(at -> !at.isBefore(from) && at.isBefore(to))
                    .ifPresent(committedAt -> row.firstAppendedAt().ifPresent(appendedAt -> {
                        long micros = Math.max(
                                0, Duration.between(committedAt, appendedAt).toNanos() / 1_000);
                        histogram.recordValue(Math.min(HIGHEST_MICROS, micros));
                    }));
        }
        return histogram;
    }

    private static double seconds(Instant zero, Instant at) {
        return Duration.between(zero, at).toNanos() / 1e9;
    }
}

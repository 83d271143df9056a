package dev.relaybench.harness.check;

import com.google.auto.service.AutoService;
import dev.relaybench.harness.expect.Anomaly;
import dev.relaybench.harness.history.History;
import dev.relaybench.harness.history.HistoryEvent.Committed;
import dev.relaybench.harness.history.HistoryEvent.Published;
import java.util.Optional;

/// A record of a committed row on another topic, under another key or with another payload than was committed.
///
/// Catches relays that mix up the fields of rows in a batch, or change a payload on its way.
@AutoService(Checker.class)
public final class CorruptedChecker implements Checker {
    @Override
    public Anomaly anomaly() {
        return Anomaly.CORRUPTED;
    }

    @Override
    public Findings check(History history) {
        return Findings.of(history.rows().values().stream()
                .filter(row -> row.committed().isPresent())
                .flatMap(row -> row.copies().stream()
                        .flatMap(copy -> difference(row.committed().orElseThrow(), copy).stream()))
                .map(words -> new Findings.Occurrence(1, words)));
    }

    private static Optional<String> difference(Committed row, Published copy) {
        String wrong = "";
        if (!row.topic().equals(copy.topic())) {
            wrong += ", topic " + copy.topic() + " instead of " + row.topic();
        }
        if (!row.aggregateId().equals(copy.key())) {
            wrong += ", key " + copy.key() + " instead of " + row.aggregateId();
        }
        if (!row.payloadHash().equals(copy.payloadHash())) {
            wrong += ", payload hash " + copy.payloadHash() + " instead of " + row.payloadHash();
        }
        return wrong.isEmpty() ? Optional.empty() : Optional.of("row " + row.id() + wrong);
    }
}

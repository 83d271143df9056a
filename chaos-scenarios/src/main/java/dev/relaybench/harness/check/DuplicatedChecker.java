package dev.relaybench.harness.check;

import com.google.auto.service.AutoService;
import dev.relaybench.harness.expect.Anomaly;
import dev.relaybench.harness.history.History;
import dev.relaybench.harness.history.RowStory;
import java.util.stream.Collectors;

/// A row with more than one record; each copy after the first counts once.
///
/// Catches claims that are not exclusive and resends of what the broker already has.
@AutoService(Checker.class)
public final class DuplicatedChecker implements Checker {
    @Override
    public Anomaly anomaly() {
        return Anomaly.DUPLICATED;
    }

    @Override
    public Findings check(History history) {
        return Findings.of(history.rows().values().stream()
                .filter(row -> row.copies().size() > 1)
                .map(row -> new Findings.Occurrence(row.copies().size() - 1, words(row))));
    }

    private static String words(RowStory row) {
        return "row " + row.id() + " was published " + row.copies().size() + " times, at "
                + row.copies().stream()
                        .map(copy -> copy.topic() + "-" + copy.partition() + "@" + copy.offset() + " " + copy.at())
                        .collect(Collectors.joining(", "));
    }
}

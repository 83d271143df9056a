package dev.relaybench.harness.check;

import com.google.auto.service.AutoService;
import dev.relaybench.harness.expect.Anomaly;
import dev.relaybench.harness.history.History;
import dev.relaybench.harness.history.HistoryEvent.Published;
import dev.relaybench.harness.history.RowStory;
import java.util.stream.Stream;

/// A record whose row PostgreSQL does not have: its transaction was rolled back, or there never was one.
///
/// An indeterminate commit is judged by the database, so it may appear if and only if its row is there. Catches a
/// relay that publishes before the commit.
@AutoService(Checker.class)
public final class PhantomChecker implements Checker {
    @Override
    public Anomaly anomaly() {
        return Anomaly.PHANTOM;
    }

    @Override
    public Findings check(History history) {
        var rolledBack = history.rows().values().stream()
                .filter(row -> !row.copies().isEmpty() && row.committed().isEmpty())
                .map(row -> new Findings.Occurrence(1, words(row)));
        var nameless = history.strays().stream()
                .map(record -> new Findings.Occurrence(1, "a record without an event id is at " + place(record)));
        return Findings.of(Stream.concat(rolledBack, nameless));
    }

    private static String words(RowStory row) {
        String outcome =
                row.answered().map(answer -> "answered " + answer.outcome()).orElse("never answered");
        return "row " + row.id() + " is on the topic at " + place(row.copies().getFirst())
                + " but not in the database (" + outcome + ")";
    }

    private static String place(Published record) {
        return record.topic() + "-" + record.partition() + "@" + record.offset();
    }
}

package dev.relaybench.harness.check;

import dev.relaybench.harness.history.RowStory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/// What a checker found.
///
/// @param count how often
/// @param counterexamples the first few, each the fewest facts that show it
public record Findings(long count, List<String> counterexamples) {
    private static final int COUNTEREXAMPLES_MAX = 3;

    public Findings {
        counterexamples = List.copyOf(counterexamples);
    }

    /// One finding a row.
    static Findings ofRows(Stream<RowStory> rows, Function<RowStory, String> words) {
        return of(rows.map(row -> new Occurrence(1, words.apply(row))));
    }

    /// The sum of occurrences.
    static Findings of(Stream<Occurrence> occurrences) {
        var found = occurrences.toList();
        var examples = new ArrayList<String>();
        for (Occurrence occurrence : found.subList(0, Math.min(COUNTEREXAMPLES_MAX, found.size()))) {
            examples.add(occurrence.words());
        }
        return new Findings(found.stream().mapToLong(Occurrence::count).sum(), examples);
    }

    /// One place where the anomaly shows.
    ///
    /// @param count how often it shows there
    record Occurrence(long count, String words) {}
}

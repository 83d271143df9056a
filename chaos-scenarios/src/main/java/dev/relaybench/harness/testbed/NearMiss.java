package dev.relaybench.harness.testbed;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/// Finds the key that somebody meant who wrote another one.
final class NearMiss {
    private NearMiss() {}

    /// The nearest known key, if a slip of the fingers explains the difference.
    static Optional<String> of(String key, Collection<String> known) {
        int limit = Math.max(2, key.length() / 6);
        return known.stream()
                .filter(candidate -> edits(key, candidate) <= limit)
                .min(Comparator.comparingInt((String candidate) -> edits(key, candidate))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /// How many letters have to be put in, taken out or changed: the whole table, for keys are short.
    private static int edits(String from, String to) {
        int[][] table = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                if (i == 0 || j == 0) {
                    table[i][j] = i + j;
                } else {
                    int change = table[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                    table[i][j] = Math.min(change, 1 + Math.min(table[i - 1][j], table[i][j - 1]));
                }
            }
        }
        return table[from.length()][to.length()];
    }
}

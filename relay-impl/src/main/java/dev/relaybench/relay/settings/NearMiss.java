package dev.relaybench.relay.settings;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/// Finds the key that somebody meant who wrote another one.
final class NearMiss {
    private NearMiss() {}

    /// The nearest known key, if so near that a slip of the fingers explains it.
    static Optional<String> of(String key, Collection<String> known) {
        int limit = Math.max(2, key.length() / 5);
        return known.stream()
                .filter(candidate -> distance(key, candidate) <= limit)
                .min(Comparator.comparingInt((String candidate) -> distance(key, candidate))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /// Levenshtein distance, one row of the matrix at a time.
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substitution = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substitution, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}

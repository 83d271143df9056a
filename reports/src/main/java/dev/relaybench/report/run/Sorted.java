package dev.relaybench.report.run;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/// Copies that iterate in key order, so that a stored file and a report are the same bytes each time they are made.
final class Sorted {
    private Sorted() {}

    static <V> Map<String, V> copyOf(Map<String, V> map) {
        // Map.copyOf refuses nulls, which a sorted map would take.
        return Collections.unmodifiableSortedMap(new TreeMap<>(Map.copyOf(map)));
    }
}

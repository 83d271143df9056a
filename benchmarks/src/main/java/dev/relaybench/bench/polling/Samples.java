package dev.relaybench.bench.polling;

import java.util.Arrays;

/// Figures of repeated measurements.
final class Samples {
    private final double[] sorted;

    /// @param figures at least one
    Samples(double... figures) {
        sorted = figures.clone();
        Arrays.sort(sorted);
    }

    /// The middle one; the lower of two middle ones.
    double median() {
        return quantile(0.5);
    }

    /// The smallest figure that at least this part of all does not exceed.
    ///
    /// @param part over 0, at most 1
    double quantile(double part) {
        return sorted[Math.max(0, (int) Math.ceil(part * sorted.length) - 1)];
    }

    double min() {
        return sorted[0];
    }

    double max() {
        return sorted[sorted.length - 1];
    }
}

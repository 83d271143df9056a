package dev.relaybench.report.run;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One figure of a benchmark, beside its limit. Stored as an entry of `benchmarks.json`.
///
/// @param group figures that belong together, for example `drain`; one table each
/// @param name what was measured, for example `reference relay`
/// @param params what varied, for example `batch` to `1000`
/// @param unit unit of score and interval, for example `rows/s` or `ms`
/// @param score the figure; absent when void
/// @param low lower end of the interval over repetitions
/// @param high upper end of the interval over repetitions
/// @param limit name of the figure in the same group that bounds this one; absent for a limit itself
/// @param shareOfLimit score over the limit's score
/// @param percentiles percentile (`p50`, `p99`, `p99.9`, `max`) to value, for latency figures
/// @param voidReason why the figure does not count, for example a lost row; absent when it counts
/// @param notes what a reader has to know to read the figure rightly
public record BenchmarkRecord(
        String group,
        String name,
        Map<String, String> params,
        String unit,
        @Nullable Double score,
        @Nullable Double low,
        @Nullable Double high,
        @Nullable String limit,
        @Nullable Double shareOfLimit,
        Map<String, Double> percentiles,
        @Nullable String voidReason,
        List<String> notes) {

    public BenchmarkRecord {
        params = Sorted.copyOf(params);
        percentiles = Sorted.copyOf(percentiles);
        notes = List.copyOf(notes);
    }
}

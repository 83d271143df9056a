package dev.relaybench.report.model;

import dev.relaybench.report.run.BenchmarkFile;
import dev.relaybench.report.run.StoredRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Everything that a report is made of.
///
/// @param rows the runs, worst first
/// @param benchmarks the benchmark files, oldest first
public record Report(List<Row> rows, List<BenchmarkFile> benchmarks) {
    private static final Comparator<StoredRun> WORST_FIRST = Comparator.comparing((StoredRun run) -> Status.of(run))
            .thenComparing(run -> run.manifest().scenario())
            .thenComparing(run -> run.manifest().relay())
            .thenComparing(run -> run.manifest().startedAt(), Comparator.reverseOrder())
            .thenComparing(StoredRun::path);

    public Report {
        rows = List.copyOf(rows);
        benchmarks = List.copyOf(benchmarks);
    }

    /// Orders what was stored.
    ///
    /// @param home where the report will lie; paths are given relative to it
    public static Report of(Path home, List<StoredRun> runs, List<BenchmarkFile> benchmarks) {
        List<Row> rows = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        for (StoredRun run : runs.stream().sorted(WORST_FIRST).toList()) {
            rows.add(new Row(freeId(run, taken), run, relative(home, run.path())));
        }
        return new Report(
                rows,
                benchmarks.stream()
                        .sorted(Comparator.comparing(BenchmarkFile::startedAt))
                        .toList());
    }

    /// How many rows ended so.
    public int count(Status status) {
        return (int) rows.stream().filter(row -> row.status() == status).count();
    }

    /// How many rows could be run where they were to be run.
    public int ran() {
        return rows.size() - count(Status.NOT_RUN);
    }

    /// The worst status of the rows that could be run; empty if there is none.
    public Optional<Status> worst() {
        return rows.stream()
                .map(Row::status)
                .filter(status -> status != Status.NOT_RUN)
                .findFirst();
    }

    private static String freeId(StoredRun run, Set<String> taken) {
        String slug = slug(run.manifest().scenario() + "-" + run.manifest().relay());
        String id = slug.isEmpty() ? "row" : slug;
        String free = id;
        for (int n = 2; !taken.add(free); n++) {
            free = id + "-" + n;
        }
        return free;
    }

    private static String slug(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    }

    private static String relative(Path home, Path run) {
        Path from = home.toAbsolutePath().normalize();
        Path to = run.toAbsolutePath().normalize();
        boolean sameRoot = from.getRoot() != null && from.getRoot().equals(to.getRoot());
        return (sameRoot ? from.relativize(to) : to).toString().replace('\\', '/');
    }
}

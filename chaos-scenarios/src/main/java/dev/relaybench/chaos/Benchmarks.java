package dev.relaybench.chaos;

import dev.relaybench.harness.run.BenchmarkSuite;
import dev.relaybench.harness.run.Manifests;
import dev.relaybench.harness.run.Progress;
import dev.relaybench.harness.run.RunOptions;
import dev.relaybench.harness.testbed.Testbed;
import dev.relaybench.report.run.BenchmarkFile;
import dev.relaybench.report.run.BenchmarkRecord;
import dev.relaybench.report.run.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// Runs the installed benchmark suites and keeps their figures.
final class Benchmarks {
    private Benchmarks() {}

    /// The installed suites of these ids, in their own order; all, if none is named.
    ///
    /// @throws UsageException if one of them is not installed
    static List<BenchmarkSuite> suites(Collection<String> ids) {
        var installed = BenchmarkSuite.installed();
        if (installed.isEmpty()) {
            throw new UsageException(
                    "There is no benchmark on the class path: start relaybench by scripts/relaybench.");
        }
        List<String> known = installed.stream().map(BenchmarkSuite::id).toList();
        for (String id : ids) {
            if (!known.contains(id)) {
                throw new UsageException(
                        "There is no benchmark named \"" + id + "\": choose from " + String.join(", ", known) + ".");
            }
        }
        return installed.stream()
                .filter(suite -> ids.isEmpty() || ids.contains(suite.id()))
                .toList();
    }

    static BenchmarkFile run(
            List<BenchmarkSuite> suites, Testbed testbed, RunOptions options, boolean quick, Progress progress)
            throws Exception {
        Instant startedAt = Instant.now();
        var figures = new ArrayList<BenchmarkRecord>();
        for (BenchmarkSuite suite : suites) {
            progress.step("benchmark: " + suite.name());
            figures.addAll(suite.run(new BenchmarkSuite.BenchmarkSetting(testbed, options, quick, progress)));
        }
        var file = new BenchmarkFile(
                RunDirectory.SCHEMA_VERSION,
                startedAt,
                Manifests.host(),
                options.command(),
                Manifests.byPart(testbed.settings()),
                figures);
        file.write(options.runs().resolve(BenchmarkFile.NAME));
        return file;
    }

    /// The figures that were stored last, if any.
    static List<BenchmarkFile> stored(Path runs) {
        Path file = runs.resolve(BenchmarkFile.NAME);
        return Files.exists(file) ? List.of(BenchmarkFile.read(file)) : List.of();
    }
}

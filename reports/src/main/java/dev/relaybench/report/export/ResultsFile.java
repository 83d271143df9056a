package dev.relaybench.report.export;

import dev.relaybench.report.model.Report;
import dev.relaybench.report.model.Row;
import dev.relaybench.report.model.Sentences;
import dev.relaybench.report.model.Status;
import dev.relaybench.report.run.BenchmarkFile;
import dev.relaybench.report.run.RunJson;
import dev.relaybench.report.run.RunManifest;
import dev.relaybench.report.run.VerdictRecord;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Everything in the report, for programs.
public final class ResultsFile {
    /// Version of `results.json`; its own, not that of stored runs.
    public static final int SCHEMA_VERSION = 1;

    private ResultsFile() {}

    /// The root object.
    ///
    /// @param summary the top line in words
    /// @param counts status to number of rows
    private record Results(
            int schemaVersion,
            String summary,
            Map<String, Integer> counts,
            List<Result> rows,
            List<BenchmarkFile> benchmarks) {}

    /// A row.
    ///
    /// @param status HELD, BROKEN, INCONCLUSIVE, NOT_RUN or NOT_FINISHED
    /// @param reproduce the command that repeats the run
    /// @param directory the stored run, relative to this file
    /// @param anchor of the row in report.html
    private record Result(
            String scenario,
            String relay,
            Status status,
            String reason,
            String reproduce,
            String directory,
            String anchor,
            RunManifest manifest,
            @Nullable VerdictRecord verdict) {}

    /// The file's text.
    public static String text(Report report) {
        Map<String, Integer> counts = new TreeMap<>();
        for (Status status : Status.values()) {
            counts.put(status.name(), report.count(status));
        }
        return RunJson.text(new Results(
                SCHEMA_VERSION,
                Sentences.topLine(report),
                counts,
                report.rows().stream().map(ResultsFile::result).toList(),
                report.benchmarks()));
    }

    private static Result result(Row row) {
        return new Result(
                row.scenario(),
                row.relay(),
                row.status(),
                row.reason(),
                row.run().manifest().command(),
                row.where(),
                "report.html#" + row.id(),
                row.run().manifest(),
                row.verdict().orElse(null));
    }
}

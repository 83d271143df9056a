package dev.relaybench.report;

import dev.relaybench.report.run.BenchmarkFile;
import dev.relaybench.report.run.BenchmarkRecord;
import dev.relaybench.report.run.Judgement;
import dev.relaybench.report.run.RunDirectory;
import dev.relaybench.report.run.RunManifest;
import dev.relaybench.report.run.StoredRun;
import dev.relaybench.report.run.VerdictRecord;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A run in which every text tries to be more than text.
public final class HostileRun {
    public static final String TEXT = "x<script>alert(1)</script>\"'|`*_[a](javascript:b)"
            + "\u0000\u001b[31m\n<img src=x onerror=c>&amp;\u202e]]>--><!--";

    private HostileRun() {}

    public static StoredRun run(Path directory) {
        StoredRun model = RunDirectory.read(StoredRuns.BROKEN);
        VerdictRecord verdict = model.verdict().orElseThrow();
        VerdictRecord.Trial trial = verdict.trials().getLast();
        RunManifest manifest = new RunManifest(
                1,
                TEXT,
                TEXT,
                Instant.EPOCH,
                1,
                0.5,
                0.5,
                TEXT,
                TEXT,
                TEXT,
                Map.of(TEXT, TEXT),
                Map.of(TEXT, Map.of(TEXT, TEXT)),
                new RunManifest.Host(TEXT, TEXT, 1, 1, TEXT));
        return new StoredRun(
                directory,
                manifest,
                Optional.of(new VerdictRecord(
                        1,
                        TEXT,
                        TEXT,
                        TEXT,
                        new VerdictRecord.Promise(TEXT, TEXT, TEXT, TEXT, TEXT),
                        Judgement.BROKEN,
                        List.of(TEXT, TEXT),
                        List.of(new VerdictRecord.Trial(
                                1,
                                Judgement.BROKEN,
                                TEXT,
                                trial.faultAtMillis(),
                                null,
                                null,
                                null,
                                1,
                                null,
                                new VerdictRecord.Bound(1000, Map.of(TEXT, 1.0)),
                                1000,
                                Map.of(TEXT, 1.0),
                                Map.of(TEXT, TEXT))),
                        List.of(new VerdictRecord.Anomaly(TEXT, TEXT, 1, 0L, TEXT, true, List.of(TEXT))),
                        List.of(new VerdictRecord.Phase(TEXT, 0, 40_000)),
                        verdict.steadyState(),
                        verdict.counts())),
                false);
    }

    public static BenchmarkFile benchmarks() {
        return new BenchmarkFile(
                1,
                Instant.EPOCH,
                new RunManifest.Host(TEXT, TEXT, 1, 1, TEXT),
                TEXT,
                Map.of(TEXT, Map.of(TEXT, TEXT)),
                List.of(new BenchmarkRecord(
                        TEXT,
                        TEXT,
                        Map.of(TEXT, TEXT),
                        TEXT,
                        Double.NaN,
                        null,
                        null,
                        TEXT,
                        null,
                        Map.of(TEXT, 1.0),
                        TEXT,
                        List.of(TEXT))));
    }
}

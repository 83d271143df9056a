package dev.relaybench.report.run;

import java.nio.file.Files;
import java.util.Optional;

/// Reads a run, and refuses one whose files do not agree.
final class RunReader {
    private RunReader() {}

    static StoredRun read(RunDirectory run) {
        if (!Files.isDirectory(run.path())) {
            throw new RunFormatException(run.path() + " is not a directory: give the directory of a run.");
        }
        RunManifest manifest = RunJson.read(run.manifest(), RunManifest.class);
        Optional<VerdictRecord> verdict = Optional.empty();
        if (!run.isPartial() || Files.exists(run.verdict())) {
            verdict = Optional.of(RunJson.read(run.verdict(), VerdictRecord.class));
        }
        verdict.ifPresent(each -> agree(run, manifest, each));
        return new StoredRun(run.path(), manifest, verdict, run.isPartial());
    }

    private static void agree(RunDirectory run, RunManifest manifest, VerdictRecord verdict) {
        if (!manifest.scenario().equals(verdict.scenario()) || !manifest.relay().equals(verdict.relay())) {
            throw new RunFormatException(run.verdict() + " is about " + verdict.scenario() + " and " + verdict.relay()
                    + " while its manifest.json is about " + manifest.scenario() + " and " + manifest.relay()
                    + ": judge the run again or remove its directory.");
        }
        run.namedJudgement().filter(named -> named != verdict.judgement()).ifPresent(named -> {
            throw new RunFormatException(run.verdict() + " says " + verdict.judgement()
                    + " while the directory's name says " + named + ": judge the run again.");
        });
    }
}

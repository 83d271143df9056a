package dev.relaybench.report.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A run as read from disk.
///
/// @param path its directory
/// @param manifest what it was
/// @param verdict what it showed; absent in an interrupted run, always present otherwise
/// @param partial whether it never came to its end; such a run proves nothing, whatever its verdict says
public record StoredRun(Path path, RunManifest manifest, Optional<VerdictRecord> verdict, boolean partial) {

    /// The verdict that counts: none for an interrupted run.
    public Optional<Judgement> judgement() {
        return partial ? Optional.empty() : verdict.map(VerdictRecord::judgement);
    }

    /// Reads the samples, anew on each call. A run that stored none has none.
    ///
    /// @throws RunFormatException if the file is damaged
    public List<Sample> samples() {
        Path file = new RunDirectory(path).samples();
        return Files.exists(file) ? SampleCsv.read(file, partial) : List.of();
    }
}

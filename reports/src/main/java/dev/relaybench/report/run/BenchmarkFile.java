package dev.relaybench.report.run;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// The figures of one benchmark run. Stored as `benchmarks.json`.
///
/// @param schemaVersion version of the stored format, {@link RunDirectory#SCHEMA_VERSION} when written
/// @param startedAt wall-clock start
/// @param host the machine
/// @param command the command that measures again
/// @param settings what was read back, by part; never a credential
/// @param benchmarks the figures, in the order in which they are shown
public record BenchmarkFile(
        int schemaVersion,
        Instant startedAt,
        RunManifest.Host host,
        String command,
        Map<String, Map<String, String>> settings,
        List<BenchmarkRecord> benchmarks) {

    /// The usual name of the file.
    public static final String NAME = "benchmarks.json";

    public BenchmarkFile {
        settings = RunManifest.sortedSettings(settings);
        benchmarks = List.copyOf(benchmarks);
    }

    /// Reads a file.
    ///
    /// @throws RunFormatException if it is missing, damaged, incomplete or newer than this code
    public static BenchmarkFile read(Path file) {
        return RunJson.read(file, BenchmarkFile.class);
    }

    /// Writes the whole file or leaves the old one as it was.
    ///
    /// @throws RunFormatException if it cannot be written
    public void write(Path file) {
        RunJson.write(file, this);
    }
}

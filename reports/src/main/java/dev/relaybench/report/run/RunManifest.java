package dev.relaybench.report.run;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/// What a run was: enough to read its numbers rightly, and to run it again. Stored as `manifest.json`.
///
/// @param schemaVersion version of the stored format, {@link RunDirectory#SCHEMA_VERSION} when written
/// @param scenario name of the scenario
/// @param relay name of the relay under test
/// @param startedAt wall-clock start, the zero of every `Millis` field of the run
/// @param seed seed of everything that was drawn
/// @param timeScale factor on the configured periods and thresholds, as asked for
/// @param timeScaleApplied the factor that this row used; larger where a bound would have gone below half a second
/// @param command the command that reproduces the run
/// @param gitCommit commit of the harness, or `unknown`
/// @param environment testbed environment: `embedded`, `containers` or `external`
/// @param plan the resolved plan, for people: phase lengths, rates, keys, trials
/// @param settings what was read back, by part (`postgresql`, `kafka`, `relay`); never a credential
/// @param host the machine
public record RunManifest(
        int schemaVersion,
        String scenario,
        String relay,
        Instant startedAt,
        long seed,
        double timeScale,
        double timeScaleApplied,
        String command,
        String gitCommit,
        String environment,
        Map<String, String> plan,
        Map<String, Map<String, String>> settings,
        Host host) {

    public RunManifest {
        plan = Sorted.copyOf(plan);
        settings = sortedSettings(settings);
    }

    static Map<String, Map<String, String>> sortedSettings(Map<String, Map<String, String>> settings) {
        Map<String, Map<String, String>> sorted = new TreeMap<>();
        settings.forEach((part, values) -> sorted.put(part, Sorted.copyOf(values)));
        return Collections.unmodifiableMap(sorted);
    }

    /// The machine of a run.
    ///
    /// @param os operating system and version
    /// @param architecture processor architecture
    /// @param cpus processors that the JVM may use
    /// @param memoryBytes physical memory
    /// @param jdk version and vendor of the harness's JDK
    public record Host(String os, String architecture, int cpus, long memoryBytes, String jdk) {}
}

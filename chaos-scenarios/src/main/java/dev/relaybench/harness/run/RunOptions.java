package dev.relaybench.harness.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalInt;

/// How to run a scenario.
///
/// @param runs where run directories go
/// @param seed seed of everything that is drawn
/// @param timeScale factor on the configured periods and thresholds, above 0 and at most 1
/// @param trials how many faults to inject; empty for the scenario's own number
/// @param command the command line that gives this run again, for the manifest
/// @param gitCommit commit of the harness, or `unknown`
public record RunOptions(Path runs, long seed, double timeScale, OptionalInt trials, String command, String gitCommit) {
    /// Load before anything is measured: connections, metadata and compiled code come up.
    static final Duration WARM_UP = Duration.ofSeconds(2);
    /// Load that has to be normal, and whose publish latency becomes the allowance.
    static final Duration STEADY_STATE = Duration.ofSeconds(3);

    public RunOptions {
        if (!(timeScale > 0 && timeScale <= 1)) {
            throw new IllegalArgumentException("--time-scale is above 0 and at most 1, not " + timeScale);
        }
        if (trials.isPresent() && trials.getAsInt() < 1) {
            throw new IllegalArgumentException("--trials is at least 1, not " + trials.getAsInt());
        }
    }
}

package dev.relaybench.harness.testbed;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What to start as a child process.
///
/// @param name for messages: "PostgreSQL", "broker 1", a relay's name
/// @param command the program, found as a shell finds it, and its arguments
/// @param environment added to the harness's own
/// @param directory where the process works; empty for the harness's own
/// @param output the file that takes standard output and standard error; appended to
/// @param farewell the signal that the watchdog sends first when the harness is gone; {@link Signal#KILL} follows
public record Launch(
        String name,
        List<String> command,
        Map<String, String> environment,
        Optional<Path> directory,
        Path output,
        Signal farewell) {
    public Launch {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    public static Launch of(String name, List<String> command, Path output) {
        return new Launch(name, command, Map.of(), Optional.empty(), output, Signal.KILL);
    }

    public Launch withEnvironment(Map<String, String> added) {
        return new Launch(name, command, added, directory, output, farewell);
    }

    public Launch withDirectory(Path workingDirectory) {
        return new Launch(name, command, environment, Optional.of(workingDirectory), output, farewell);
    }

    public Launch withFarewell(Signal signal) {
        return new Launch(name, command, environment, directory, output, signal);
    }
}

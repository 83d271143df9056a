package dev.relaybench.harness.testbed;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// The outcome of a short command of the operating system.
///
/// @param lines what it printed, errors included
record Command(int exitCode, List<String> lines) {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    boolean succeeded() {
        return exitCode == 0;
    }

    String lastLine() {
        return lines.isEmpty() ? "(it printed nothing)" : lines.getLast();
    }

    static Command run(String... command) {
        return run(List.of(command));
    }

    /// Runs the command to its end; a command that cannot be started has exit code 127, as in a shell.
    static Command run(List<String> command) {
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            return new Command(127, List.of(String.valueOf(e.getMessage())));
        }
        // A command that hangs is killed, which ends its output; its exit code then says so.
        CompletableFuture<Void> executioner = CompletableFuture.runAsync(
                process::destroyForcibly, CompletableFuture.delayedExecutor(LIMIT.toMillis(), TimeUnit.MILLISECONDS));
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            process.getOutputStream().close();
            List<String> lines = reader.lines().toList();
            return new Command(process.waitFor(), lines);
        } catch (IOException e) {
            throw new TestbedException("The output of " + command.getFirst() + " cannot be read.", e);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new TestbedException("Interrupted while " + command.getFirst() + " ran.", e);
        } finally {
            executioner.cancel(false);
        }
    }
}

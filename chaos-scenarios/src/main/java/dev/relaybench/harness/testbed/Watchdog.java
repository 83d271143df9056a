package dev.relaybench.harness.testbed;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Sees to it that no child process and no work directory outlives the harness, even one that is killed by `KILL`.
///
/// A small shell process beside the harness reads from a pipe what there is to end; the end of the pipe is its cue.
public final class Watchdog implements AutoCloseable {
    /// The shell gives leftovers two seconds to end by themselves, then kills.
    private static final Duration END_LIMIT = Duration.ofSeconds(35);

    private static final Path SETSID = Path.of("/usr/bin/setsid");

    private final Process process;
    private final OutputStream orders;

    private Watchdog(Process process) {
        this.process = process;
        this.orders = process.getOutputStream();
    }

    /// Starts a watchdog for this process.
    ///
    /// @throws TestbedException if `/bin/sh` cannot be started
    public static Watchdog start() {
        try (InputStream script = Watchdog.class.getResourceAsStream("watchdog.sh")) {
            if (script == null) {
                throw new TestbedException("The watchdog's script is missing from the class path: build again.");
            }
            List<String> command = new ArrayList<>();
            if (Files.isExecutable(SETSID)) {
                command.add(SETSID.toString()); // A signal to the harness's whole process group passes it by.
            }
            String text = new String(script.readAllBytes(), StandardCharsets.UTF_8);
            command.addAll(List.of("/bin/sh", "-c", text, "relaybench-watchdog"));
            return new Watchdog(new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start());
        } catch (IOException e) {
            throw new TestbedException("The watchdog could not be started by /bin/sh: " + e.getMessage() + ".", e);
        }
    }

    public long pid() {
        return process.pid();
    }

    /// Ends this process when the harness ends: by `farewell`, and two seconds later by `KILL`, with all below it.
    public void watch(long pid, Signal farewell) {
        order("watch " + pid + " " + farewell);
    }

    /// Lets go of a process that has ended.
    void forget(long pid) {
        try {
            order("forget " + pid);
        } catch (TestbedException e) {
            // The watchdog has been closed, or is gone with the harness: nothing is left to forget.
        }
    }

    /// Removes the directory when the harness ends.
    ///
    /// @throws TestbedException if the name holds a line break
    public void removeAtEnd(Path directory) {
        order("remove " + checked(directory));
    }

    /// Releases the shared memory that a PostgreSQL killed by `KILL` leaves behind.
    void releaseAtEnd(Path postmasterPid) {
        order("release " + checked(postmasterPid));
    }

    /// Removes the container, with its volumes, when the harness ends. It may be named before it is made.
    ///
    /// @param engine where the container engine listens: `unix:///var/run/docker.sock`
    void removeContainerAtEnd(String name, String engine) {
        order("container " + name + " " + engine);
    }

    /// Removes the network when the harness ends, after the containers.
    void removeNetworkAtEnd(String name, String engine) {
        order("network " + name + " " + engine);
    }

    /// Lets go of a container or network that has been removed.
    void forgetRemoved(String name) {
        order("removed " + name);
    }

    private static Path checked(Path path) {
        if (path.toString().contains("\n")) {
            throw new TestbedException("The work directory's name holds a line break: choose another.");
        }
        return path.toAbsolutePath();
    }

    private synchronized void order(String line) {
        try {
            orders.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            orders.flush();
        } catch (IOException e) {
            throw new TestbedException("The watchdog (process " + pid() + ") is gone: start the run again.", e);
        }
    }

    /// Ends everything that is still watched, and the watchdog.
    @Override
    public void close() {
        try {
            synchronized (this) {
                orders.close();
            }
            if (!process.waitFor(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new TestbedException("The watchdog (process " + pid() + ") does not come to an end.");
            }
        } catch (IOException e) {
            throw new TestbedException("The watchdog (process " + pid() + ") cannot be told to end.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TestbedException("Interrupted while the watchdog ends what is left.", e);
        }
    }
}

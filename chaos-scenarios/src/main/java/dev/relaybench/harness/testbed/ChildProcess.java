package dev.relaybench.harness.testbed;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// A real process that the harness started: signals to it, its output, its end.
///
/// It cannot outlive the harness: the program starts only after the {@link Watchdog} knows its process id. Its
/// standard input is a pipe that ends when the harness ends.
public final class ChildProcess implements AutoCloseable {
    private static final Duration SIGNAL_LIMIT = Duration.ofSeconds(5);
    private static final Duration ORPHAN_LIMIT = Duration.ofSeconds(1);
    private static final Duration END_LIMIT = Duration.ofSeconds(10);
    /// Waits for one line on standard input, then becomes the program: the process id stays the same.
    private static final String GATE = "IFS= read -r go || exit 125; exec \"$@\"";

    private final Launch launch;
    private final Process process;
    private final Watchdog watchdog;
    private final OutputLog log = new OutputLog();

    private ChildProcess(Launch launch, Process process, Watchdog watchdog) {
        this.launch = launch;
        this.process = process;
        this.watchdog = watchdog;
    }

    /// Starts the process under the watchdog's eyes.
    ///
    /// @throws TestbedException if the operating system refuses; a program that does not exist shows in the output
    ///     and as exit code 127
    public static ChildProcess start(Launch launch, Watchdog watchdog) {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", GATE, launch.name()));
        command.addAll(launch.command());
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(launch.environment());
        launch.directory().ifPresent(directory -> builder.directory(directory.toFile()));
        try {
            ChildProcess child = new ChildProcess(launch, builder.start(), watchdog);
            child.open();
            return child;
        } catch (IOException e) {
            throw new TestbedException(launch.name() + " could not be started: " + e.getMessage() + ".", e);
        }
    }

    private void open() {
        Thread.ofPlatform().daemon().name("output of " + launch.name()).start(() -> {
            log.pump(process.inputReader(StandardCharsets.UTF_8), launch.output());
            watchdog.forget(pid());
        });
        watchdog.watch(pid(), launch.farewell());
        writeLine("go");
    }

    public String name() {
        return launch.name();
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /// The file that takes what the process prints.
    public Path output() {
        return launch.output();
    }

    /// The newest lines that the process printed, oldest first; a bounded number of them.
    public List<String> lines() {
        return log.lines();
    }

    /// Calls `listener` with each line printed from now on, in the reading thread: it must be quick. One that throws
    /// is dropped.
    public void onLine(Consumer<String> listener) {
        log.addListener(listener);
    }

    /// Writes a line to the process's standard input.
    public void writeLine(String line) {
        try {
            OutputStream input = process.getOutputStream();
            input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            input.flush();
        } catch (IOException e) {
            throw new TestbedException(name() + " takes no input any more: " + e.getMessage() + ".", e);
        }
    }

    /// The first line, already printed or yet to come, that `wanted` accepts.
    ///
    /// @throws TestbedException if the process ends or `limit` passes before such a line comes
    public String awaitLine(Predicate<String> wanted, Duration limit) {
        try {
            return log.await(wanted, limit).orElseThrow(() -> new TestbedException(complaint(limit)));
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private String complaint(Duration limit) {
        Optional<String> last = lastTellingLine();
        String tail = last.map(line -> "; its last line: " + line).orElse("; it printed nothing");
        // The output ends a moment before the exit code is known.
        if (isAlive() && !Poll.until(() -> !isAlive(), Duration.ofMillis(200))) {
            return name() + " did not get ready within " + limit.toMillis() + " ms" + tail;
        }
        return name() + " ended with exit code " + process.exitValue() + tail;
    }

    /// The last line that says why: stack frames say where.
    private Optional<String> lastTellingLine() {
        return lines().reversed().stream()
                .filter(line -> !line.isBlank() && !line.stripLeading().startsWith("at "))
                .findFirst();
    }

    /// Sends the signal to this process alone and, for `STOP` and `CONT`, waits until the system shows its effect.
    ///
    /// @throws TestbedException if the process has ended, or the effect does not show
    public void signal(Signal signal) {
        send(signal, List.of(pid()));
    }

    /// Sends the signal to this process and to all below it; for `STOP` repeats until no new child shows up.
    public void signalTree(Signal signal) {
        List<Long> reached = new ArrayList<>();
        List<Long> targets = tree();
        while (!reached.containsAll(targets)) {
            send(signal, targets);
            reached.addAll(targets);
            targets = signal == Signal.STOP ? tree() : targets;
        }
    }

    private List<Long> tree() {
        List<Long> pids = new ArrayList<>(List.of(pid()));
        pids.addAll(ProcessTable.read().descendants(pid()));
        return pids;
    }

    private void send(Signal signal, List<Long> pids) {
        if (!isAlive()) {
            throw new TestbedException(name() + " has ended already, so it cannot take SIG" + signal + ".");
        }
        Kill.send(signal, pids);
        boolean effective = Poll.until(
                () -> switch (signal) {
                    case STOP -> pids.stream().allMatch(pid -> ProcessTable.isFrozen(pid) || ProcessTable.isGone(pid));
                    case CONT -> pids.stream().noneMatch(ProcessTable::isFrozen);
                    case KILL, TERM, INT, QUIT -> true;
                },
                SIGNAL_LIMIT);
        if (!effective) {
            throw new TestbedException("SIG" + signal + " shows no effect on " + name() + " (process " + pid() + ").");
        }
    }

    /// Waits for the process to end.
    ///
    /// @return its exit code, 128 plus the signal's number when a signal ended it
    /// @throws TestbedException if it still runs after `limit`
    public int awaitExit(Duration limit) {
        try {
            if (!process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new TestbedException(name() + " still runs after " + limit.toMillis() + " ms.");
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /// Kills the process with `KILL`, not its children, then waits until they are gone as well.
    ///
    /// Children get a second to notice that their parent is gone, as after a real crash; frozen ones are thawed for
    /// that, and those that stay are killed. Does nothing to a process that has ended.
    public void kill() {
        List<Long> children = isAlive() ? frozenChildren() : List.of();
        process.destroyForcibly();
        finish(children);
    }

    /// A frozen process has no more children while we count those that it has.
    private List<Long> frozenChildren() {
        Kill.send(Signal.STOP, List.of(pid()));
        Poll.until(() -> ProcessTable.isFrozen(pid()) || ProcessTable.isGone(pid()), SIGNAL_LIMIT);
        return ProcessTable.read().descendants(pid());
    }

    /// Asks the process to end by `signal`, waits for `limit`, and kills it if it is still there.
    public void stop(Signal signal, Duration limit) {
        if (!isAlive()) {
            return;
        }
        List<Long> tree = tree();
        Kill.send(signal, List.of(pid()));
        Kill.send(Signal.CONT, tree);
        if (Poll.until(() -> !isAlive(), limit)) {
            finish(tree);
        } else {
            kill();
        }
    }

    /// The end of the output tells that no child is left, even one that nobody counted.
    private void finish(List<Long> children) {
        awaitExit(END_LIMIT);
        try {
            Kill.send(Signal.CONT, children);
            if (!log.awaitEnd(ORPHAN_LIMIT)) {
                ProcessTable table = ProcessTable.read();
                List<Long> orphans = new ArrayList<>(children);
                children.forEach(child -> orphans.addAll(table.descendants(child)));
                Kill.send(Signal.KILL, orphans);
            }
            boolean ended = log.awaitEnd(END_LIMIT)
                    && Poll.until(() -> children.stream().allMatch(ProcessTable::isGone), END_LIMIT);
            if (!ended) {
                throw new TestbedException("A child of " + name() + " survives its parent (process " + pid()
                        + "): end what writes to " + output() + ".");
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private TestbedException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new TestbedException("Interrupted while waiting for " + name() + ".", e);
    }

    /// Kills the process if it still runs.
    @Override
    public void close() {
        kill();
    }
}

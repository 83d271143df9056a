package dev.relaybench.harness.testbed;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the operating system says of its processes at one moment.
///
/// Java's own `ProcessHandle` knows neither frozen processes nor zombies: a dead orphan that init has not collected
/// yet is "alive" to it.
final class ProcessTable {
    private static final Path PROC = Path.of("/proc");

    private final Map<Long, Entry> entries;

    private ProcessTable(Map<Long, Entry> entries) {
        this.entries = entries;
    }

    /// @param state the first letter of what `ps` prints: `T` is frozen, `Z` is dead but not collected
    record Entry(long pid, long parent, char state) {
        boolean isDead() {
            return state == 'Z' || state == 'X';
        }
    }

    static ProcessTable read() {
        return new ProcessTable(Files.exists(PROC.resolve("self/stat")) ? fromProc() : fromPs());
    }

    /// The state of one process; empty when there is no such process.
    static Optional<Entry> of(long pid) {
        if (Files.exists(PROC.resolve("self/stat"))) {
            return statOf(PROC.resolve(Long.toString(pid)));
        }
        return Optional.ofNullable(fromPs().get(pid));
    }

    static boolean isFrozen(long pid) {
        return of(pid).map(entry -> entry.state() == 'T').orElse(false);
    }

    /// Whether no process of that id runs any more; a zombie does not run.
    static boolean isGone(long pid) {
        return of(pid).map(Entry::isDead).orElse(true);
    }

    /// The living children of `pid`, their children, and so on; parents come before their children.
    List<Long> descendants(long pid) {
        List<Long> found = new ArrayList<>();
        Deque<Long> open = new ArrayDeque<>(List.of(pid));
        while (!open.isEmpty()) {
            long parent = open.removeFirst();
            for (Entry entry : entries.values()) {
                if (entry.parent() == parent && !entry.isDead()) {
                    found.add(entry.pid());
                    open.addLast(entry.pid());
                }
            }
        }
        return found;
    }

    private static Map<Long, Entry> fromProc() {
        Map<Long, Entry> entries = new HashMap<>();
        try (DirectoryStream<Path> directories = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path directory : directories) {
                statOf(directory).ifPresent(entry -> entries.put(entry.pid(), entry));
            }
        } catch (IOException e) {
            throw new TestbedException("The processes cannot be read from /proc: mount it.", e);
        }
        return entries;
    }

    /// `pid (name) state ppid ...`; the name may hold blanks and brackets, so the last bracket counts.
    private static Optional<Entry> statOf(Path directory) {
        try {
            String stat = Files.readString(directory.resolve("stat"), java.nio.charset.StandardCharsets.ISO_8859_1);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", 3);
            long pid = Long.parseLong(directory.getFileName().toString());
            return Optional.of(new Entry(pid, Long.parseLong(fields[1]), fields[0].charAt(0)));
        } catch (IOException e) {
            return Optional.empty(); // It ended while we looked.
        }
    }

    private static Map<Long, Entry> fromPs() {
        Map<Long, Entry> entries = new HashMap<>();
        for (String line : Command.run("ps", "-axo", "pid=,ppid=,state=").lines()) {
            String[] fields = line.strip().split("\\s+", 3);
            if (fields.length == 3) {
                long pid = Long.parseLong(fields[0]);
                entries.put(pid, new Entry(pid, Long.parseLong(fields[1]), fields[2].charAt(0)));
            }
        }
        return entries;
    }
}

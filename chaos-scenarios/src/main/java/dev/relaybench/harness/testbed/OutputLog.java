package dev.relaybench.harness.testbed;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Carries a child's output to a file and to whoever listens; remembers the newest lines.
final class OutputLog {
    private static final int KEPT_LINES = 2_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<String> kept = new ArrayDeque<>();
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
    private boolean ended;

    /// Reads until the end of `source`, which comes when no process holds the pipe any more: the child's own children
    /// inherit it, so the end tells that they are gone as well.
    void pump(BufferedReader source, Path file) {
        try (source;
                BufferedWriter writer =
                        Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            for (String line = source.readLine(); line != null; line = source.readLine()) {
                writer.write(line);
                writer.newLine();
                writer.flush();
                take(line);
            }
        } catch (IOException e) {
            take("(the output could not be kept any longer: " + e.getMessage() + ")");
        } finally {
            lock.lock();
            try {
                ended = true;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    void addListener(Consumer<String> listener) {
        listeners.add(listener);
    }

    /// The first line, already printed or yet to come, that `wanted` accepts; empty when the output ends or the limit
    /// passes before.
    Optional<String> await(Predicate<String> wanted, Duration limit) throws InterruptedException {
        long nanosLeft = limit.toNanos();
        lock.lockInterruptibly();
        try {
            while (true) {
                Optional<String> found = kept.stream().filter(wanted).findFirst();
                if (found.isPresent() || ended || nanosLeft <= 0) {
                    return found;
                }
                nanosLeft = changed.awaitNanos(nanosLeft);
            }
        } finally {
            lock.unlock();
        }
    }

    /// Waits for the end of the output.
    boolean awaitEnd(Duration limit) throws InterruptedException {
        long nanosLeft = limit.toNanos();
        lock.lockInterruptibly();
        try {
            while (!ended && nanosLeft > 0) {
                nanosLeft = changed.awaitNanos(nanosLeft);
            }
            return ended;
        } finally {
            lock.unlock();
        }
    }

    /// The newest lines, oldest first; a bounded number of them.
    List<String> lines() {
        lock.lock();
        try {
            return List.copyOf(kept);
        } finally {
            lock.unlock();
        }
    }

    private void take(String line) {
        lock.lock();
        try {
            if (kept.size() == KEPT_LINES) {
                kept.removeFirst();
            }
            kept.addLast(line);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        // One that fails must not stop the pump: the child would block on a full pipe.
        listeners.removeIf(listener -> !hears(listener, line));
    }

    private static boolean hears(Consumer<String> listener, String line) {
        try {
            listener.accept(line);
            return true;
        } catch (RuntimeException e) {
            return false;
        }
    }
}

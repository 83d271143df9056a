package dev.relaybench.harness.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The parts of a testbed that have been started, and its work directory: all of it goes at the end.
final class Started implements AutoCloseable {
    private final Path directory;
    /// The newest first.
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    private Started(Path directory) {
        this.directory = directory;
    }

    /// Begins with an empty directory.
    ///
    /// @throws TestbedException if it cannot be made or is not empty
    static Started in(Path workDirectory) {
        Path directory = workDirectory.toAbsolutePath().normalize();
        try {
            Files.createDirectories(directory);
            try (Stream<Path> content = Files.list(directory)) {
                if (content.findAny().isPresent()) {
                    throw new TestbedException("The work directory " + directory + " is not empty: choose another.");
                }
            }
        } catch (IOException e) {
            throw new TestbedException(
                    "The work directory %s cannot be made (%s): choose another.".formatted(directory, e), e);
        }
        return new Started(directory);
    }

    Path directory() {
        return directory;
    }

    /// Starts something, beside others, and keeps it.
    <T extends AutoCloseable> CompletableFuture<T> start(Supplier<T> part) {
        Executor threads =
                task -> Thread.ofPlatform().daemon().name("testbed start").start(task);
        return CompletableFuture.supplyAsync(() -> keep(part.get()), threads);
    }

    /// Waits until all have come to their end, well or not: before that nothing can be cleaned up.
    static void awaitAll(CompletableFuture<?>... starts) {
        CompletableFuture.allOf(starts).handle((done, failure) -> true).join();
    }

    synchronized <T extends AutoCloseable> T keep(T part) {
        parts.addFirst(part);
        return part;
    }

    /// Cleans up after a failed start.
    ///
    /// @return what to throw
    TestbedException failed(RuntimeException failure) {
        Throwable cause = failure instanceof CompletionException wrapper && wrapper.getCause() != null
                ? wrapper.getCause()
                : failure;
        TestbedException explained = cause instanceof TestbedException known
                ? known
                : new TestbedException("The testbed did not start: " + cause + ".", cause);
        try {
            close();
        } catch (TestbedException e) {
            explained.addSuppressed(e);
        }
        return explained;
    }

    /// Closes every part, the newest first, and removes the directory. One that fails does not keep the others.
    @Override
    public synchronized void close() {
        TestbedException failure = null;
        while (!parts.isEmpty()) {
            try {
                parts.removeFirst().close();
            } catch (Exception e) {
                failure = new TestbedException("A part of the testbed did not stop: " + e.getMessage(), e);
            }
        }
        Trees.delete(directory);
        if (failure != null) {
            throw failure;
        }
    }
}

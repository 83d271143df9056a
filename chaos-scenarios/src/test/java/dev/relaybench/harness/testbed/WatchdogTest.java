package dev.relaybench.harness.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchdogTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    @TempDir
    Path directory;

    private static Process sh(String script) throws IOException {
        return new ProcessBuilder("/bin/sh", "-c", script).start();
    }

    @Test
    void endsWhatItWatchesAndAllBelowIt() throws IOException {
        Process parent = sh("sleep 60 & echo $!; wait");
        long below = Long.parseLong(parent.inputReader().readLine());
        try (Watchdog watchdog = Watchdog.start()) {
            watchdog.watch(parent.pid(), Signal.KILL);
        }
        await().atMost(LIMIT).until(() -> ProcessTable.isGone(parent.pid()) && ProcessTable.isGone(below));
    }

    @Test
    void killsWhatIgnoresItsFarewell() throws IOException {
        Process deaf = sh("trap '' TERM; echo up; while :; do sleep 1; done");
        assertThat(deaf.inputReader().readLine()).isEqualTo("up");
        try (Watchdog watchdog = Watchdog.start()) {
            watchdog.watch(deaf.pid(), Signal.TERM);
        }
        await().atMost(LIMIT).until(() -> ProcessTable.isGone(deaf.pid()));
    }

    @Test
    void endsAFrozenProcess() throws IOException {
        Process frozen = sh("exec sleep 60");
        Kill.send(Signal.STOP, List.of(frozen.pid()));
        await().atMost(LIMIT).until(() -> ProcessTable.isFrozen(frozen.pid()));
        try (Watchdog watchdog = Watchdog.start()) {
            watchdog.watch(frozen.pid(), Signal.TERM);
        }
        await().atMost(LIMIT).until(() -> ProcessTable.isGone(frozen.pid()));
    }

    @Test
    void leavesAloneWhatItWasToldToForget() throws IOException {
        Process first = sh("exec sleep 60");
        Process second = sh("exec sleep 60");
        try (Watchdog watchdog = Watchdog.start()) {
            watchdog.watch(first.pid(), Signal.KILL);
            watchdog.watch(second.pid(), Signal.KILL);
            watchdog.forget(first.pid());
        }
        await().atMost(LIMIT).until(() -> ProcessTable.isGone(second.pid()));
        assertThat(first.isAlive()).isTrue();
        first.destroyForcibly();
    }

    @Test
    void outlivesTheSignalsOfATerminal() throws IOException {
        Process watched = sh("exec sleep 60");
        try (Watchdog watchdog = Watchdog.start()) {
            watchdog.watch(watched.pid(), Signal.KILL);
            // The order has been read once the shell reads the next one, from a pipe: give it one to be sure.
            Path marker = Files.createDirectory(directory.resolve("marker"));
            watchdog.removeAtEnd(marker);
            await().atMost(LIMIT).until(() -> ignoresTerminal(watchdog.pid()));
            for (Signal signal : List.of(Signal.INT, Signal.TERM, Signal.QUIT)) {
                Kill.send(signal, List.of(watchdog.pid()));
            }
            assertThat(ProcessTable.isGone(watchdog.pid())).isFalse();
        }
        await().atMost(LIMIT).until(() -> ProcessTable.isGone(watched.pid()));
        assertThat(directory.resolve("marker")).doesNotExist();
    }

    /// On Linux the system tells which signals a process ignores: 1 is HUP, 2 is INT, 3 is QUIT, 15 is TERM.
    private static boolean ignoresTerminal(long pid) throws IOException {
        Path status = Path.of("/proc", Long.toString(pid), "status");
        if (!Files.exists(status)) {
            return true;
        }
        long wanted = 1L | 1L << 1 | 1L << 2 | 1L << 14;
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .mapToLong(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
                .allMatch(mask -> (mask & wanted) == wanted);
    }

    @Test
    void removesDirectoriesWithBlanksInTheirNames() throws IOException {
        Path work = directory.resolve("two  words");
        Files.createDirectories(work.resolve("below"));
        Files.writeString(work.resolve("file"), "content");
        try (Watchdog watchdog = Watchdog.start()) {
            watchdog.removeAtEnd(work);
        }
        assertThat(work).doesNotExist();
    }

    @Test
    void refusesADirectoryWithALineBreakInItsName() {
        try (Watchdog watchdog = Watchdog.start()) {
            assertThatThrownBy(() -> watchdog.removeAtEnd(directory.resolve("a\nb")))
                    .hasMessage("The work directory's name holds a line break: choose another.");
        }
    }

    @Test
    void letsAHarnessWithoutChildrenGoAtOnce() {
        Watchdog watchdog = Watchdog.start();
        watchdog.close();
        assertThat(ProcessTable.isGone(watchdog.pid())).isTrue();
    }
}

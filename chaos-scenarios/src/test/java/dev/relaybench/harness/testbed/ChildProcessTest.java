package dev.relaybench.harness.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildProcessTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static Watchdog watchdog;

    @TempDir
    Path directory;

    @BeforeAll
    static void startWatchdog() {
        watchdog = Watchdog.start();
    }

    @AfterAll
    static void closeWatchdog() {
        watchdog.close();
    }

    private ChildProcess start(String script) {
        Launch launch = Launch.of("the child", List.of("/bin/sh", "-c", script), directory.resolve("out.log"));
        return ChildProcess.start(launch.withEnvironment(Map.of("GREETING", "hello")), watchdog);
    }

    @Test
    void keepsTheOutputInAFileAndTellsTheListener() {
        List<String> heard = new CopyOnWriteArrayList<>();
        try (ChildProcess child = start("read -r line; echo \"$GREETING $line\"; echo oops >&2")) {
            child.onLine(heard::add);
            child.writeLine("world");
            assertThat(child.awaitExit(LIMIT)).isZero();
            await().atMost(LIMIT).untilAsserted(() -> assertThat(heard).containsExactly("hello world", "oops"));
            assertThat(child.output()).hasContent("hello world\noops");
        }
    }

    @Test
    void findsALineThatWasPrintedBeforeAnyoneAsked() {
        try (ChildProcess child = start("echo relaybench-ready port=4711; echo more; sleep 60")) {
            child.awaitLine("more"::equals, LIMIT);
            assertThat(child.awaitLine(line -> line.startsWith("relaybench-ready"), LIMIT))
                    .isEqualTo("relaybench-ready port=4711");
        }
    }

    @Test
    void aListenerThatFailsDoesNotStopTheOutput() {
        try (ChildProcess child = start("read -r go; echo one; echo two; sleep 60")) {
            child.onLine(line -> {
                throw new IllegalStateException(line);
            });
            child.writeLine("go");
            assertThat(child.awaitLine("two"::equals, LIMIT)).isEqualTo("two");
        }
    }

    @Test
    void saysWhatAChildThatEndsEarlyPrintedLast() {
        try (ChildProcess child = start("echo no such disk; exit 3")) {
            assertThatThrownBy(() -> child.awaitLine("ready"::equals, LIMIT))
                    .isInstanceOf(TestbedException.class)
                    .hasMessage("the child ended with exit code 3; its last line: no such disk");
        }
    }

    @Test
    void givesUpOnALineThatDoesNotCome() {
        try (ChildProcess child = start("echo busy; sleep 60")) {
            child.awaitLine("busy"::equals, LIMIT);
            assertThatThrownBy(() -> child.awaitLine("ready"::equals, Duration.ofMillis(50)))
                    .hasMessage("the child did not get ready within 50 ms; its last line: busy");
        }
    }

    @Test
    void givesUpOnAnEndThatDoesNotCome() {
        try (ChildProcess child = start("sleep 60")) {
            assertThatThrownBy(() -> child.awaitExit(Duration.ofMillis(50)))
                    .hasMessage("the child still runs after 50 ms.");
        }
    }

    @Test
    void saysThatAProgramDoesNotExist() {
        Launch launch = Launch.of("the relay", List.of("/no/such/program"), directory.resolve("out.log"));
        try (ChildProcess child = ChildProcess.start(launch, watchdog)) {
            assertThat(child.awaitExit(LIMIT)).isEqualTo(127);
            assertThatThrownBy(() -> child.awaitLine("ready"::equals, LIMIT)).hasMessageContaining("/no/such/program");
        }
    }

    @Test
    void theProcessIdIsTheProgramsOwn() {
        try (ChildProcess child = start("echo $$; sleep 60")) {
            assertThat(child.awaitLine(line -> true, LIMIT)).isEqualTo(Long.toString(child.pid()));
        }
    }

    @Test
    void stopFreezesAndContThaws() {
        try (ChildProcess child = start("while :; do echo tick; sleep 0.02; done")) {
            child.awaitLine("tick"::equals, LIMIT);
            child.signalTree(Signal.STOP);
            assertThat(ProcessTable.of(child.pid()).orElseThrow().state()).isEqualTo('T');
            assertThat(child.isAlive()).isTrue();
            child.signalTree(Signal.CONT);
            assertThat(ProcessTable.of(child.pid()).orElseThrow().state()).isNotEqualTo('T');
            int before = child.lines().size();
            await().atMost(LIMIT).until(() -> child.lines().size() > before);
        }
    }

    @Test
    void stopReachesTheWholeTree() {
        try (ChildProcess child = start("sleep 60 & sleep 60 & echo up; wait")) {
            child.awaitLine("up"::equals, LIMIT);
            List<Long> below = ProcessTable.read().descendants(child.pid());
            assertThat(below).hasSize(2);
            child.signalTree(Signal.STOP);
            assertThat(below).allMatch(ProcessTable::isFrozen);
            child.signalTree(Signal.CONT);
            assertThat(below).noneMatch(ProcessTable::isFrozen);
        }
    }

    @Test
    void termCanBeCaughtByTheChild() {
        try (ChildProcess child = start("trap 'echo bye; exit 7' TERM; echo up; while :; do sleep 0.02; done")) {
            child.awaitLine("up"::equals, LIMIT);
            child.signal(Signal.TERM);
            assertThat(child.awaitExit(LIMIT)).isEqualTo(7);
            assertThat(child.awaitLine("bye"::equals, LIMIT)).isEqualTo("bye");
        }
    }

    @Test
    void killEndsAFrozenChildAndItsFrozenChildren() {
        try (ChildProcess child = start("sleep 60 & echo up; wait")) {
            child.awaitLine("up"::equals, LIMIT);
            List<Long> below = ProcessTable.read().descendants(child.pid());
            child.signalTree(Signal.STOP);
            child.kill();
            assertThat(child.awaitExit(LIMIT)).isEqualTo(128 + 9);
            assertThat(below).hasSize(1).allMatch(ProcessTable::isGone);
        }
    }

    @Test
    void stopKillsAChildThatDoesNotListen() {
        try (ChildProcess child = start("trap '' TERM; echo up; while :; do sleep 0.02; done")) {
            child.awaitLine("up"::equals, LIMIT);
            child.stop(Signal.TERM, Duration.ofMillis(100));
            assertThat(child.isAlive()).isFalse();
        }
    }

    @Test
    void refusesASignalToAChildThatHasEnded() {
        try (ChildProcess child = start("exit 0")) {
            child.awaitExit(LIMIT);
            assertThatThrownBy(() -> child.signal(Signal.STOP))
                    .hasMessage("the child has ended already, so it cannot take SIGSTOP.");
        }
    }

    @Test
    void aDeadChildThatNobodyCollectsIsGone() {
        // The shell becomes a sleep, which never collects its first child.
        try (ChildProcess child = start("sleep 0.01 & echo $!; exec sleep 60")) {
            long zombie = Long.parseLong(child.awaitLine(line -> true, LIMIT));
            await().atMost(LIMIT).until(() -> ProcessTable.isGone(zombie));
            assertThat(ProcessTable.of(zombie)).map(ProcessTable.Entry::state).contains('Z');
            assertThat(ProcessTable.read().descendants(child.pid())).isEmpty();
        }
    }
}

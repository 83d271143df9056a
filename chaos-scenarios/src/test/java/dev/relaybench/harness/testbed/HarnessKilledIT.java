package dev.relaybench.harness.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HarnessKilledIT {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String PROCESS = "process=";

    @TempDir
    Path parent;

    @Test
    void nothingIsLeftOfAHarnessThatIsKilled() throws IOException {
        Process harness = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        TestbedStarter.class.getName(),
                        parent.resolve("work").toString(),
                        "wait")
                .redirectErrorStream(true)
                .start();
        List<Long> processes = new ArrayList<>();
        List<String> printed = new ArrayList<>();
        try (BufferedReader output = harness.inputReader()) {
            for (String line = output.readLine(); line != null && !"ready".equals(line); line = output.readLine()) {
                printed.add(line);
                if (line.startsWith(PROCESS)) {
                    processes.add(Long.parseLong(line.substring(PROCESS.length())));
                }
            }
            // The watchdog, the broker, the postmaster, and at least five of its children.
            assertThat(processes).as(String.join("\n", printed)).hasSizeGreaterThanOrEqualTo(8);
            assertThat(processes).noneMatch(ProcessTable::isGone);
        } finally {
            harness.destroyForcibly();
        }
        await().atMost(LIMIT).until(() -> processes.stream().allMatch(ProcessTable::isGone));
        assertThat(parent).isEmptyDirectory();
    }
}

package dev.relaybench.harness.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ContainersKilledIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    Path parent;

    @ParameterizedTest
    @EnumSource(
            value = Signal.class,
            names = {"KILL", "INT"})
    void nothingIsLeftOfAHarnessThatIsEndedBy(Signal signal) throws IOException {
        ContainerEngine engine = Containers.engine();
        List<String> containersBefore = Containers.names(engine);
        List<String> networksBefore = Containers.networks(engine);
        Process harness = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ContainersStarter.class.getName(),
                        parent.resolve("work").toString())
                .redirectErrorStream(true)
                .start();
        List<String> volumes;
        try (BufferedReader output = harness.inputReader()) {
            List<String> printed = new ArrayList<>();
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                printed.add(line);
                if (line.startsWith("ready")) {
                    break;
                }
            }
            assertThat(printed).containsExactly("ready containers");
            assertThat(Containers.names(engine)).hasSize(containersBefore.size() + 3);
            volumes = Containers.volumes(engine);
        } finally {
            Kill.send(signal, List.of(harness.pid()));
        }
        await().atMost(LIMIT)
                .until(() -> Containers.names(engine).equals(containersBefore)
                        && Containers.networks(engine).equals(networksBefore));
        assertThat(volumes).isNotEmpty().noneMatch(volume -> Containers.hasVolume(engine, volume));
        await().atMost(LIMIT).until(() -> !parent.resolve("work").toFile().exists());
    }
}

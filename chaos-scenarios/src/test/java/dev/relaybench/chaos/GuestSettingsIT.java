package dev.relaybench.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.relaybench.harness.testbed.Capability;
import dev.relaybench.harness.testbed.ExternalSettings;
import dev.relaybench.harness.testbed.ExternalTestbed;
import dev.relaybench.harness.testbed.Testbed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `testbed up` prints is enough to run on it as somebody's servers.
class GuestSettingsIT {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final Pattern SETTINGS = Pattern.compile("--env external --external (\\S+)");

    @Test
    void printsSettingsThatWork(@TempDir Path directory) throws Exception {
        Path output = directory.resolve("output");
        Process harness = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        RelaybenchMain.class.getName(),
                        "testbed",
                        "up")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        Path settings;
        try {
            await().atMost(LIMIT).until(() -> Files.readString(output).contains("Stop it with Ctrl-C."));
            Matcher printed = SETTINGS.matcher(Files.readString(output));
            assertThat(printed.find()).isTrue();
            settings = Path.of(printed.group(1));
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(settings)))
                    .isEqualTo("rw-------");
            try (Testbed testbed = ExternalTestbed.start(ExternalSettings.read(settings))) {
                assertThat(testbed.capabilities()).contains(Capability.BROKER_LINK, Capability.POSTGRES_LINK);
            }
        } finally {
            new ProcessBuilder("kill", "-INT", Long.toString(harness.pid()))
                    .start()
                    .waitFor();
            assertThat(harness.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }
        await().atMost(LIMIT).until(() -> !Files.exists(settings));
    }
}

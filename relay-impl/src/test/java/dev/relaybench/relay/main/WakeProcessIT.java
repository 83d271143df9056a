package dev.relaybench.relay.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.relaybench.relay.spi.RelayContract;
import dev.relaybench.relay.testbed.RelayClient;
import dev.relaybench.relay.testbed.TestDatabase;
import dev.relaybench.relay.testbed.TestRedis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The process with a wake whose transport is away: what it logs, and that it stops.
class WakeProcessIT {
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private final TestDatabase database = TestDatabase.create();

    @TempDir
    private Path directory = Path.of("");

    WakeProcessIT() throws SQLException {}

    @Test
    void aRedisThatComesAndGoesIsLoggedOnceAndWithoutItsPassword() throws Exception {
        try (TestRedis redis = TestRedis.absent()) {
            Process process = start(redis.url().replace("//", "//:s3cret@"));
            try {
                await().atMost(DEADLINE).until(() -> log().contains(RelayContract.READY_LINE));
                await().atMost(DEADLINE).until(() -> log().contains("Redis is away"));
                RelayClient client = new RelayClient(port());
                assertThat(client.post(UUID.randomUUID(), false)).startsWith("201 ");
                // It takes no password, and says so: another way to be of no use.
                redis.startAgain();
                await().atMost(DEADLINE).until(() -> failedWakes(client) >= 3);

                process.destroy();

                assertThat(process.waitFor(RelayContract.STOP_SECONDS_MAX, TimeUnit.SECONDS))
                        .isTrue();
                assertThat(log()).doesNotContain("s3cret").contains("stopped");
                assertThat(log().lines().filter(line -> line.contains("edis"))).hasSizeLessThan(10);
            } finally {
                process.destroyForcibly();
            }
        }
    }

    private static long failedWakes(RelayClient client) throws IOException, InterruptedException {
        client.post(UUID.randomUUID(), false);
        String counters = client.get("/counters");
        return Long.parseLong(counters.replaceFirst(".*\"wakesFailed\":", "").replaceFirst("\\D.*", ""));
    }

    private Process start(String redisUrl) throws IOException {
        Map<String, String> settings = database.settings(Map.of(
                "relay.outbox.table", "cancel_event_outbox",
                "wake.transport", "redis",
                "wake.redis.url", redisUrl,
                "wake.reconnect-backoff-max-ms", "200"));
        Path config = directory.resolve("relay.properties");
        Files.write(
                config,
                settings.entrySet().stream()
                        .map(setting -> setting.getKey() + "=" + setting.getValue())
                        .collect(Collectors.toCollection(ArrayList::new)));
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> command = RelayCommand.of(java, RelayMain.class, config);
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
    }

    private int port() throws IOException {
        return log().lines()
                .filter(line -> line.startsWith(RelayContract.READY_LINE))
                .map(line -> Integer.parseInt(line.substring(RelayContract.READY_LINE.length())))
                .findFirst()
                .orElseThrow();
    }

    private String log() throws IOException {
        return Files.readString(directory.resolve("log"));
    }
}

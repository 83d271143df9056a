package dev.relaybench.relay.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.relaybench.relay.testbed.RelayClient;
import dev.relaybench.relay.testbed.RelayProcess;
import dev.relaybench.relay.testbed.TestDatabase;
import dev.relaybench.relay.testbed.TestRedis;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
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
            try (RelayProcess relay =
                    RelayProcess.start(settings(redis.url().replace("//", "//:s3cret@")), directory)) {
                await().atMost(DEADLINE).until(() -> relay.log().contains("Redis is away"));
                RelayClient client = new RelayClient(relay.port());
                assertThat(client.post(UUID.randomUUID(), false)).startsWith("201 ");
                // It takes no password, and says so: another way to be of no use.
                redis.startAgain();
                await().atMost(DEADLINE).until(() -> failedWakes(client) >= 3);

                assertThat(relay.stop()).isTrue();

                assertThat(relay.log()).doesNotContain("s3cret").contains("stopped");
                assertThat(relay.log().lines().filter(line -> line.contains("edis")))
                        .hasSizeLessThan(10);
            }
        }
    }

    private static long failedWakes(RelayClient client) throws IOException, InterruptedException {
        client.post(UUID.randomUUID(), false);
        String counters = client.get("/counters");
        return Long.parseLong(counters.replaceFirst(".*\"wakesFailed\":", "").replaceFirst("\\D.*", ""));
    }

    private Map<String, String> settings(String redisUrl) {
        return database.settings(Map.of(
                "relay.outbox.table", "cancel_event_outbox",
                "wake.transport", "redis",
                "wake.redis.url", redisUrl,
                "wake.reconnect-backoff-max-ms", "200"));
    }
}

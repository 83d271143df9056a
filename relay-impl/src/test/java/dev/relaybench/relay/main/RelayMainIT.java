package dev.relaybench.relay.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.relaybench.relay.spi.RelayAdapter;
import dev.relaybench.relay.spi.RelayContract;
import dev.relaybench.relay.testbed.RelayClient;
import dev.relaybench.relay.testbed.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The process as the harness sees it: found by service loading, started by its command, judged by its exit code.
class RelayMainIT {
    private final TestDatabase database = TestDatabase.create();

    @TempDir
    private Path directory = Path.of("");

    RelayMainIT() throws SQLException {}

    @Test
    void startsWithoutKafkaAndStopsGracefully() throws Exception {
        Process process = start(database.settings(Map.of()));
        try {
            await().until(() -> readyPort().isPresent());
            RelayClient client = new RelayClient(readyPort().orElseThrow());
            assertThat(client.post(UUID.randomUUID(), false)).startsWith("201 ");

            process.destroy();

            assertThat(process.waitFor(RelayContract.STOP_SECONDS_MAX, TimeUnit.SECONDS))
                    .isTrue();
            assertThat(database.number("SELECT count(*) FROM pg_outbox WHERE processed_at IS NULL"))
                    .isEqualTo(1);
            assertThat(log()).contains("stopping", "stopped").doesNotContain("\"p\"");
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void refusesWrongSettingsWithOneSentence() throws Exception {
        Process process = start(database.settings(Map.of("pg.outbox.channel.capacty", "1")));

        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(64);
        assertThat(errors())
                .hasSize(1)
                .first()
                .asString()
                .contains("pg.outbox.channel.capacty is not a setting, did you mean pg.outbox.channel.capacity?");
    }

    @Test
    void namesTheDatabaseThatItCannotReach() throws Exception {
        Process process = start(database.settings(Map.of(
                "relay.jdbc.url", "jdbc:postgresql://127.0.0.1:1/nowhere?password=s3cret",
                "relay.jdbc.connection-timeout-ms", "500")));

        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(70);
        assertThat(errors())
                .hasSize(1)
                .first()
                .asString()
                .contains("the database 127.0.0.1:1/nowhere cannot be used: ")
                .contains("refused");
        assertThat(errors().toString() + log()).doesNotContain("s3cret");
    }

    @Test
    void namesThePortThatIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Process process =
                    start(database.settings(Map.of("relay.http.port", Integer.toString(taken.getLocalPort()))));

            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(70);
            assertThat(errors())
                    .hasSize(1)
                    .first()
                    .asString()
                    .contains("the HTTP port " + taken.getLocalPort() + " on 127.0.0.1 cannot be opened");
        }
    }

    private Process start(Map<String, String> settings) throws IOException {
        RelayAdapter adapter = ServiceLoader.load(RelayAdapter.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(candidate -> candidate.name().equals("reference"))
                .findFirst()
                .orElseThrow();
        Path config = directory.resolve("relay.properties");
        Files.writeString(
                config,
                settings.entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .collect(Collectors.joining("\n")));
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        return new ProcessBuilder(adapter.command(java, config))
                .redirectOutput(directory.resolve("out").toFile())
                .redirectError(directory.resolve("err").toFile())
                .start();
    }

    private Optional<Integer> readyPort() throws IOException {
        return log().lines()
                .filter(line -> line.startsWith(RelayContract.READY_LINE))
                .map(line -> Integer.valueOf(line.substring(RelayContract.READY_LINE.length())))
                .findFirst();
    }

    private String log() throws IOException {
        return Files.readString(directory.resolve("out"));
    }

    private List<String> errors() throws IOException {
        return Files.readAllLines(directory.resolve("err"));
    }
}

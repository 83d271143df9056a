package dev.relaybench.relay.testbed;

import static org.awaitility.Awaitility.await;

import dev.relaybench.relay.main.RelayCommand;
import dev.relaybench.relay.main.RelayMain;
import dev.relaybench.relay.spi.RelayContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A relay as a process of its own, which can be killed.
public final class RelayProcess implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private final Process process;
    private final Path log;

    private RelayProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /// Starts one, and waits until it is ready.
    ///
    /// @param directory where its settings and its log go; one relay at a time
    public static RelayProcess start(Map<String, String> settings, Path directory) throws IOException {
        Path config = Files.createTempFile(directory, "relay-", ".properties");
        Files.write(
                config,
                settings.entrySet().stream()
                        .map(setting -> setting.getKey() + "=" + setting.getValue())
                        .toList());
        Path log = Files.createTempFile(directory, "relay-", ".log");
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> command = RelayCommand.of(java, RelayMain.class, config);
        RelayProcess relay = new RelayProcess(
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start(),
                log);
        await().atMost(DEADLINE).until(() -> relay.log().contains(RelayContract.READY_LINE));
        return relay;
    }

    public int port() throws IOException {
        return log().lines()
                .filter(line -> line.startsWith(RelayContract.READY_LINE))
                .map(line -> Integer.parseInt(line.substring(RelayContract.READY_LINE.length())))
                .findFirst()
                .orElseThrow();
    }

    /// What it has printed.
    public String log() throws IOException {
        return Files.readString(log);
    }

    /// SIGTERM.
    ///
    /// @return whether it has ended within the time that it is allowed
    public boolean stop() throws InterruptedException {
        process.destroy();
        return process.waitFor(RelayContract.STOP_SECONDS_MAX, TimeUnit.SECONDS);
    }

    /// SIGKILL. It is gone when this returns.
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    @Override
    public void close() throws InterruptedException {
        kill();
    }
}

package dev.relaybench.harness.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The process of the embedded PostgreSQL: one data directory, one port, one postmaster after another.
final class PostgresServer implements Node, AutoCloseable {
    /// Not worth a report: no files outside the data directory, messages that can be understood here.
    private static final Map<String, String> HOUSEKEEPING = Map.of(
            "listen_addresses", "127.0.0.1",
            "unix_socket_directories", "",
            "dynamic_shared_memory_type", "mmap",
            "lc_messages", "C",
            "timezone", "UTC",
            "log_timezone", "UTC");

    /// A standby takes "read-only connections".
    private static final String READY = "database system is ready to accept ";
    private static final Duration START_LIMIT = Duration.ofMinutes(2);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

    private final List<String> command;
    private final Path data;
    private final Site site;
    private final PortLease port;
    private final Map<String, String> added;
    private ChildProcess child;

    private PostgresServer(List<String> command, Path data, Site site, PortLease port, Map<String, String> added) {
        this.added = added;
        this.command = command;
        this.data = data;
        this.site = site;
        this.port = port;
        this.child = launch();
    }

    /// Starts the server on a fresh copy of the template and waits until it takes connections.
    ///
    /// @param added settings beside {@link PostgresSettings#PROMISED}, or in place of them
    static PostgresServer start(
            PostgresBinaries binaries,
            ServerUser user,
            PostgresTemplate template,
            Map<String, String> added,
            Site site) {
        Path data = site.directory().resolve("postgres");
        template.copyTo(data, user);
        user.mustReach(data);
        site.watchdog().releaseAtEnd(data.resolve("postmaster.pid"));
        List<String> command = user.command(List.of(binaries.program("postgres").toString(), "-D", data.toString()));
        return Ports.retrying(() -> {
            PortLease port = PortLease.take();
            try {
                writeSettings(data, port.port(), added);
                return new PostgresServer(command, data, site, port, added);
            } catch (TestbedException e) {
                port.close();
                throw e;
            }
        });
    }

    private static void writeSettings(Path data, int port, Map<String, String> added) {
        Map<String, String> all = new TreeMap<>(PostgresSettings.PROMISED);
        all.putAll(HOUSEKEEPING);
        all.putAll(added);
        all.put("port", Integer.toString(port));
        String text = all.entrySet().stream()
                .map(setting -> setting.getKey() + " = '" + setting.getValue() + "'\n")
                .collect(Collectors.joining());
        Path file = data.resolve(PostgresTemplate.SETTINGS_FILE);
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new TestbedException(
                    "%s cannot be written (%s): choose another work directory.".formatted(file, e), e);
        }
    }

    private ChildProcess launch() {
        ChildProcess started = ChildProcess.start(
                Launch.of("PostgreSQL", command, site.log(name())).withFarewell(Signal.QUIT), site.watchdog());
        try {
            started.awaitLine(line -> line.contains(READY), START_LIMIT);
            return started;
        } catch (TestbedException e) {
            started.close();
            throw Ports.explain(started, e);
        }
    }

    /// What the server has to say of itself.
    Map<String, String> promised() {
        Map<String, String> all = new TreeMap<>(PostgresSettings.PROMISED);
        all.replaceAll((name, value) -> added.getOrDefault(name, value));
        return all;
    }

    int port() {
        return port.port();
    }

    @Override
    public String name() {
        return "postgres";
    }

    @Override
    public long pid() {
        return child.pid();
    }

    @Override
    public boolean isRunning() {
        return child.isAlive();
    }

    @Override
    public void kill() {
        child.kill();
    }

    @Override
    public void pause() {
        child.signalTree(Signal.STOP);
    }

    @Override
    public void resume() {
        child.signalTree(Signal.CONT);
    }

    @Override
    public void stop() {
        child.stop(Signal.INT, STOP_LIMIT);
    }

    @Override
    public void restart() {
        stop();
        child = launch();
    }

    /// The immediate shutdown: the files go anyway, and the shared memory is released.
    @Override
    public void close() {
        child.stop(Signal.QUIT, STOP_LIMIT);
        SharedMemory.release(data.resolve("postmaster.pid"));
        port.close();
    }
}

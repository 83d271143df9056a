package dev.relaybench.harness.testbed;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.metadata.storage.Formatter;

/// The process of one embedded node, a broker or a controller or both: the real one, in a Java of its own.
final class Broker implements Node, AutoCloseable {
    /// Serial: the heap is small and the cores are few. Both compilers stay on: a broker is a long run.
    private static final List<String> JVM_OPTIONS = List.of(
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-XX:+ExitOnOutOfMemoryError",
            "--sun-misc-unsafe-memory-access=allow",
            "-Dlogback.configurationFile=dev/relaybench/harness/testbed/broker-logback.xml");

    private static final List<String> BROKER_HEAP = List.of("-Xms256m", "-Xmx512m");
    private static final List<String> CONTROLLER_HEAP = List.of("-Xms64m", "-Xmx256m");

    private static final String READY = "Kafka Server started";
    private static final Duration START_LIMIT = Duration.ofMinutes(2);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(20);

    private final BrokerPorts ports;
    private final boolean isBroker;
    private final Path directory;
    private final Site site;
    private ChildProcess child;

    private Broker(BrokerPorts ports, boolean isBroker, Site site) {
        this.ports = ports;
        this.isBroker = isBroker;
        this.directory = site.directory().resolve(name());
        this.site = site;
        this.child = launch();
    }

    /// Formats the storage and starts the process; {@link #awaitReady()} waits for it, so that several start at once.
    ///
    /// @param added settings beside those that every node has
    static Broker start(BrokerPorts ports, ClusterLayout cluster, Map<String, String> added, Site site) {
        boolean isBroker = cluster.isBroker(ports);
        Path directory = site.directory().resolve(name(ports, isBroker));
        Path data = directory.resolve("data");
        try {
            Trees.delete(directory);
            Files.createDirectories(directory.resolve("tmp"));
            try (Writer file = Files.newBufferedWriter(directory.resolve("server.properties"))) {
                Properties settings = BrokerSettings.of(ports, cluster, data);
                settings.putAll(added);
                settings.store(file, null);
            }
        } catch (IOException e) {
            throw new TestbedException(
                    "%s cannot be written (%s): choose another work directory.".formatted(directory, e), e);
        }
        format(ports.number(), cluster.clusterId(), data.toString());
        return new Broker(ports, isBroker, site);
    }

    // Kafka's formatter declares Exception.
    private static void format(int number, String clusterId, String data) {
        try (PrintStream silence = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
            new Formatter()
                    .setPrintStream(silence)
                    .setNodeId(number)
                    .setClusterId(clusterId)
                    .setDirectories(List.of(data))
                    .setMetadataLogDirectory(data)
                    .setControllerListenerName(BrokerSettings.CONTROLLER)
                    .setHasDynamicQuorum(false)
                    .run();
        } catch (Exception e) {
            throw new TestbedException(
                    "The storage of Kafka node %d cannot be formatted (%s): choose another work directory."
                            .formatted(number, e),
                    e);
        }
    }

    private ChildProcess launch() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(isBroker ? BROKER_HEAP : CONTROLLER_HEAP);
        command.addAll(JVM_OPTIONS);
        command.add("-Djava.io.tmpdir=" + directory.resolve("tmp"));
        command.add("kafka.Kafka");
        command.add(directory.resolve("server.properties").toString());
        String title = isBroker ? "Kafka broker " + ports.number() : "Kafka controller";
        Launch launch = Launch.of(title, command, site.log(name()))
                .withEnvironment(Map.of("CLASSPATH", System.getProperty("java.class.path")));
        return ChildProcess.start(launch, site.watchdog());
    }

    void awaitReady() {
        try {
            child.awaitLine(line -> line.contains(READY), START_LIMIT);
        } catch (TestbedException e) {
            child.close();
            throw Ports.explain(child, e);
        }
    }

    BrokerPorts ports() {
        return ports;
    }

    @Override
    public String name() {
        return name(ports, isBroker);
    }

    private static String name(BrokerPorts ports, boolean isBroker) {
        return isBroker ? "broker-" + ports.number() : "controller";
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
        child.stop(Signal.TERM, STOP_LIMIT);
    }

    @Override
    public void restart() {
        stop();
        child = launch();
        awaitReady();
    }

    /// Kills: the files go anyway, and an orderly end takes seconds.
    @Override
    public void close() {
        child.kill();
    }
}

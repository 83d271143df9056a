package dev.relaybench.harness.testbed;

import dev.relaybench.harness.testbed.ContainerImages.PullPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The testbed of containers: PostgreSQL, one Kafka broker and the real Toxiproxy, by Testcontainers.
///
/// Every container is removed by {@link #close()}, and by the {@link Watchdog} when the harness ends without it;
/// Testcontainers' own reaper is not needed, so whatever starts a harness sets `TESTCONTAINERS_RYUK_DISABLED=true`: the
/// reaper is an image of its own, and minutes pass before Testcontainers says that it is not to be had.
///
/// Ports are published on the address by which the engine is reached, for a local engine 127.0.0.1, and stay the same
/// over restarts.
public final class ContainersTestbed implements Testbed {
    private final Started started;
    private final Map<String, String> origin;
    private final Watchdog watchdog;
    private final ContainersPostgres postgres;
    private final ContainersKafka kafka;
    private final ContainersToxiproxy toxiproxy;
    private final Links links;

    private ContainersTestbed(Started started, ContainerImages images) {
        this.started = started;
        try {
            ContainerEngine engine = ContainerEngine.connect();
            origin = origin(engine, images);
            watchdog = started.keep(Watchdog.start());
            watchdog.removeAtEnd(started.directory());
            ContainerSite site = started.keep(ContainerSite.open(engine, watchdog));
            ContainerPorts ports = started.keep(ContainerPorts.take(engine.host()));
            var postgresStart = started.start(() -> ContainersPostgres.start(site, images.postgres(), ports));
            var kafkaStart = started.start(() -> ContainersKafka.start(site, images.kafka(), ports));
            var toxiproxyStart = started.start(() -> ContainersToxiproxy.start(site, images.toxiproxy(), ports));
            Started.awaitAll(postgresStart, kafkaStart, toxiproxyStart);
            postgres = postgresStart.join();
            kafka = kafkaStart.join();
            toxiproxy = toxiproxyStart.join();
            links = toxiproxy.openLinks();
        } catch (RuntimeException e) {
            throw started.failed(e);
        }
    }

    /// Starts a testbed.
    ///
    /// @param workDirectory made if need be; must be empty; removed by {@link #close()} or when the harness ends
    /// @throws TestbedException in one sentence, when there is no engine, an image is not to be had or a part does not
    ///     start; nothing is left behind then
    public static ContainersTestbed start(Path workDirectory, ContainerImages images) {
        return new ContainersTestbed(Started.in(workDirectory), images);
    }

    /// What the containers are made of; makes sure that it is there.
    private static Map<String, String> origin(ContainerEngine engine, ContainerImages images) {
        Map<String, String> found = new LinkedHashMap<>();
        found.put("engine.version", engine.version());
        PullPolicy policy = images.pull();
        Map<String, String> names = new TreeMap<>(
                Map.of("postgres", images.postgres(), "kafka", images.kafka(), "toxiproxy", images.toxiproxy()));
        names.forEach((role, image) -> {
            found.put("image." + role + ".id", engine.require(image, policy));
            found.put("image." + role, image);
        });
        return found;
    }

    @Override
    public String environment() {
        return "containers";
    }

    @Override
    public Postgres postgres() {
        return postgres;
    }

    @Override
    public Kafka kafka() {
        return kafka;
    }

    @Override
    public Links links() {
        return links;
    }

    @Override
    public Watchdog watchdog() {
        return watchdog;
    }

    /// Beside what the servers say of themselves, `image.*` and `engine.version`: what they were made of.
    @Override
    public Map<String, String> settings() {
        Map<String, String> all = new TreeMap<>(origin);
        postgres.settings().forEach((name, value) -> all.put("postgres." + name, value));
        kafka.settings().forEach((name, value) -> all.put("kafka." + name, value));
        return all;
    }

    @Override
    public String remedy(Capability missing) {
        return missing == Capability.THREE_BROKERS ? "use --env embedded --brokers 3" : "report this as a bug";
    }

    @Override
    public void saveLogs(Path directory) {
        Map<String, String> logs = Map.of(
                "postgres", postgres.log(), kafka.nodes().getFirst().name(), kafka.log(), "toxiproxy", toxiproxy.log());
        try {
            Files.createDirectories(directory);
            for (String name : List.copyOf(logs.keySet())) {
                Files.writeString(directory.resolve(name + ".log"), logs.get(name));
            }
        } catch (IOException e) {
            throw new TestbedException("The containers' logs could not be saved (" + e + ").", e);
        }
    }

    @Override
    public void close() {
        started.close();
    }
}

package dev.relaybench.harness.testbed;

import dev.relaybench.harness.toxiproxy.ToxiproxyServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The testbed that needs nothing but Java: PostgreSQL and Kafka as child processes, our own Toxiproxy.
public final class EmbeddedTestbed implements Testbed {
    private static final String HOST = "127.0.0.1";

    private final Started started;
    private final Watchdog watchdog;
    private final EmbeddedPostgres postgres;
    private final EmbeddedKafka kafka;
    private final Links links;
    private final ToxiproxyServer toxiproxy;
    private final PortLease guestPostgres;

    private EmbeddedTestbed(Started started, TestbedPlan plan) {
        this.started = started;
        try {
            watchdog = started.keep(Watchdog.start());
            watchdog.removeAtEnd(started.directory());
            Site site = new Site(started.directory(), watchdog);
            toxiproxy = started.keep(ToxiproxyServer.start());
            guestPostgres = started.keep(PortLease.take());
            var postgresStart = started.start(() ->
                    EmbeddedPostgres.start(site, CacheDirectory.find(), ServerUser.find(), plan.postgresSettings()));
            var kafkaStart = started.start(() -> EmbeddedKafka.start(plan, site));
            Started.awaitAll(postgresStart, kafkaStart);
            postgres = postgresStart.join();
            kafka = kafkaStart.join();
            links = openLinks(toxiproxy.port());
        } catch (RuntimeException e) {
            throw started.failed(e);
        }
    }

    /// Starts a testbed with one broker.
    ///
    /// @param workDirectory made if need be; must be empty; removed by {@link #close()} or when the harness ends
    /// @throws TestbedException in one sentence, when a part does not start; nothing is left behind then
    public static EmbeddedTestbed start(Path workDirectory) {
        return start(workDirectory, TestbedPlan.standard());
    }

    public static EmbeddedTestbed start(Path workDirectory, TestbedPlan plan) {
        return new EmbeddedTestbed(Started.in(workDirectory), plan);
    }

    /// Where its brokers listen.
    List<BrokerPorts> brokerPorts() {
        return kafka.ports();
    }

    private Links openLinks(int toxiproxyPort) {
        Links opened = new Links(HOST, toxiproxyPort, "");
        opened.open("postgres", HOST + ":" + postgres.proxyPort(), HOST + ":" + postgres.port());
        for (BrokerPorts broker : kafka.ports()) {
            BrokerPorts.OpenListener listener = broker.listener(TestbedPlan.PROXIED);
            opened.open(
                    Links.nameOfBroker(broker.number()),
                    HOST + ":" + listener.advertised(),
                    HOST + ":" + listener.broker().port());
        }
        return opened;
    }

    @Override
    public String environment() {
        return "embedded";
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

    @Override
    public Map<String, String> settings() {
        Map<String, String> all = new TreeMap<>();
        postgres.settings().forEach((name, value) -> all.put("postgres." + name, value));
        kafka.settings().forEach((name, value) -> all.put("kafka." + name, value));
        return all;
    }

    @Override
    public String remedy(Capability missing) {
        return missing == Capability.THREE_BROKERS ? "use --brokers 3" : "report this as a bug";
    }

    /// Writes the settings by which somebody else can run on this testbed as `--env external`, with proxies of his own
    /// on its Toxiproxy. The plan has to have been made with {@link TestbedPlan#withGuest()}.
    ///
    /// @param file made here, readable by its owner alone, for it holds the superuser's password
    /// @return the same file
    /// @throws TestbedException if there is such a file or it cannot be written
    public Path writeGuestSettings(Path file) {
        return new GuestSettings(postgres, kafka, toxiproxy.port(), guestPostgres.port()).write(file);
    }

    /// The same, in a file of the testbed's own that goes with it however it ends.
    public Path writeGuestSettings() {
        return writeGuestSettings(started.directory().resolve("external.properties"));
    }

    @Override
    public void saveLogs(Path target) {
        try (Stream<Path> files = Files.list(started.directory())) {
            Files.createDirectories(target);
            for (Path log :
                    files.filter(file -> file.toString().endsWith(".log")).toList()) {
                Files.copy(log, target.resolve(log.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new TestbedException("The servers' logs could not be saved (" + e + ").", e);
        }
    }

    @Override
    public void close() {
        started.close();
    }
}

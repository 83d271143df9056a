package dev.relaybench.harness.testbed;

import dev.relaybench.harness.toxiproxy.ToxiproxyServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The testbed that needs nothing but Java: PostgreSQL and Kafka as child processes, our own Toxiproxy.
public final class EmbeddedTestbed implements Testbed {
    private static final String HOST = "127.0.0.1";

    /// What was started, the newest first.
    private final Deque<AutoCloseable> started = new ArrayDeque<>();

    private final Path directory;
    private final Watchdog watchdog;
    private final EmbeddedPostgres postgres;
    private final EmbeddedKafka kafka;
    private final Links links;
    private final ToxiproxyServer toxiproxy;
    private final PortLease guestPostgres;

    private EmbeddedTestbed(Path directory, TestbedPlan plan) {
        this.directory = directory;
        try {
            watchdog = Watchdog.start();
            keep(watchdog);
            watchdog.removeAtEnd(directory);
            Site site = new Site(directory, watchdog);
            toxiproxy = keep(ToxiproxyServer.start());
            guestPostgres = keep(PortLease.take());
            var postgresStart = inParallel(() -> keep(
                    EmbeddedPostgres.start(site, CacheDirectory.find(), ServerUser.find(), plan.postgresSettings())));
            var kafkaStart = inParallel(() -> keep(EmbeddedKafka.start(plan, site)));
            // Both must have come to their end before anything can be cleaned up.
            CompletableFuture.allOf(postgresStart, kafkaStart)
                    .handle((done, failure) -> true)
                    .join();
            postgres = postgresStart.join();
            kafka = kafkaStart.join();
            links = openLinks(toxiproxy.port());
        } catch (RuntimeException e) {
            throw cleanedUp(explained(e));
        }
    }

    private static TestbedException explained(RuntimeException failure) {
        Throwable cause = failure instanceof CompletionException wrapper && wrapper.getCause() != null
                ? wrapper.getCause()
                : failure;
        return cause instanceof TestbedException known
                ? known
                : new TestbedException("The testbed did not start: " + cause + ".", cause);
    }

    /// Starts a testbed with one broker.
    ///
    /// @param workDirectory made if need be; must be empty; removed by {@link #close()} or when the harness ends
    /// @throws TestbedException in one sentence, when a part does not start; nothing is left behind then
    public static EmbeddedTestbed start(Path workDirectory) {
        return start(workDirectory, TestbedPlan.standard());
    }

    public static EmbeddedTestbed start(Path workDirectory, TestbedPlan plan) {
        Path directory = workDirectory.toAbsolutePath().normalize();
        try {
            Files.createDirectories(directory);
            try (Stream<Path> content = Files.list(directory)) {
                if (content.findAny().isPresent()) {
                    throw new TestbedException("The work directory " + directory + " is not empty: choose another.");
                }
            }
        } catch (IOException e) {
            throw new TestbedException(
                    "The work directory %s cannot be made (%s): choose another.".formatted(directory, e), e);
        }
        return new EmbeddedTestbed(directory, plan);
    }

    /// Where its brokers listen.
    List<BrokerPorts> brokerPorts() {
        return kafka.ports();
    }

    private <T extends AutoCloseable> T keep(T part) {
        synchronized (started) {
            started.addFirst(part);
        }
        return part;
    }

    private static <T> CompletableFuture<T> inParallel(Supplier<T> start) {
        Executor threads =
                task -> Thread.ofPlatform().daemon().name("testbed start").start(task);
        return CompletableFuture.supplyAsync(start, threads);
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

    private TestbedException cleanedUp(TestbedException failure) {
        try {
            close();
        } catch (TestbedException e) {
            failure.addSuppressed(e);
        }
        return failure;
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

    @Override
    public void saveLogs(Path target) {
        try (Stream<Path> files = Files.list(directory)) {
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
        TestbedException failure = null;
        synchronized (started) {
            while (!started.isEmpty()) {
                try {
                    started.removeFirst().close();
                } catch (Exception e) {
                    failure = new TestbedException("A part of the testbed did not stop: " + e.getMessage(), e);
                }
            }
        }
        Trees.delete(directory);
        if (failure != null) {
            throw failure;
        }
    }
}

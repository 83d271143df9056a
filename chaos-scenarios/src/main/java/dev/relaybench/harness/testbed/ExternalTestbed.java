package dev.relaybench.harness.testbed;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// The testbed that belongs to somebody: a PostgreSQL, a Kafka and perhaps a Toxiproxy, given by their addresses.
///
/// What it makes there begins with `relaybench_` and is removed at the end, after Ctrl-C and after a failed start as
/// well (not after a `KILL`: the next start tells what is left). What it did not make it never touches. It cannot harm
/// processes, and without a Toxiproxy no links; scenarios that need them are not run.
public final class ExternalTestbed implements Testbed {
    /// Of links that are never asked for anything.
    private static final int NO_PORT = 1;

    /// Longer than each single request may take.
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(60);

    private final ExternalSettings settings;
    private final Secrets secrets;
    private final Notices notices = new Notices();
    private final Map<String, String> toxiproxy = new HashMap<>();
    private final Thread farewell = new Thread(this::closeQuietly, "external testbed farewell");

    /// What there is to end or remove, the newest first.
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    private boolean closing;

    private final ExternalPostgres postgres;
    private final ExternalKafka kafka;
    private final Links links;
    private final Watchdog watchdog;

    private ExternalTestbed(ExternalSettings settings, InstantSource clock) {
        this.settings = settings;
        this.secrets = Secrets.of(settings);
        Runtime.getRuntime().addShutdownHook(farewell);
        try {
            postgres = keep(new ExternalPostgres(settings, secrets));
            kafka = keep(new ExternalKafka(settings, secrets));
            PostgresLogin postgresLogin = PostgresLogin.of(settings, secrets);
            postgres.tells(new PostgresPreflight(postgresLogin, postgres, clock, notices).check());
            KafkaLogin kafkaLogin = KafkaLogin.of(settings, secrets);
            kafka.tells(new KafkaPreflight(settings, kafkaLogin, kafka, clock, notices).check());
            links = openLinks();
            checkLinks(postgresLogin, kafkaLogin);
            // The last, and so the first to be closed: what is under test must be gone before its topic is.
            watchdog = keep(Watchdog.start());
        } catch (RuntimeException e) {
            throw cleanedUp(e);
        }
    }

    /// Finds out whether a run is possible there.
    ///
    /// @throws TestbedException in one sentence that shows no secret, if it is not; nothing is left behind then
    public static ExternalTestbed start(ExternalSettings settings) {
        return start(settings, InstantSource.system());
    }

    /// @param clock this host's
    static ExternalTestbed start(ExternalSettings settings, InstantSource clock) {
        return new ExternalTestbed(settings, clock);
    }

    private Links openLinks() {
        HostPort api = settings.toxiproxy().orElse(new HostPort("127.0.0.1", NO_PORT));
        var opened = new Links(api.host(), api.port(), OwnNames.PREFIX);
        keep(opened::closeAll);
        if (settings.toxiproxy().isPresent()) {
            var preflight = new ToxiproxyPreflight(api, notices);
            toxiproxy.put("version", preflight.version());
            preflight.open(opened, settings.links());
        }
        return opened;
    }

    private void checkLinks(PostgresLogin postgresLogin, KafkaLogin kafkaLogin) {
        var preflight = new LinkPreflight(settings, links);
        if (links.reachesPostgres()) {
            String address =
                    settings.link(ExternalSettings.POSTGRES_LINK).address().toString();
            preflight.checkPostgres(postgresLogin.at(postgresLogin.url().withHosts(address)));
        }
        if (!links.brokers().isEmpty()) {
            preflight.checkKafka(kafkaLogin.at(kafka.bootstrapProxied()));
        }
    }

    private <T extends AutoCloseable> T keep(T part) {
        synchronized (parts) {
            if (!closing) {
                parts.addFirst(part);
                return part;
            }
        }
        closed(part);
        throw new TestbedException("The testbed is being closed.");
    }

    private RuntimeException cleanedUp(RuntimeException failure) {
        RuntimeException clean = failure instanceof TestbedException known
                ? secrets.clean(known)
                : secrets.failure("The testbed did not start: " + failure + ".", failure);
        try {
            close();
        } catch (TestbedException e) {
            clean.addSuppressed(e);
        }
        return clean;
    }

    @Override
    public String environment() {
        return "external";
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
        toxiproxy.forEach((name, value) -> all.put("toxiproxy." + name, value));
        return all;
    }

    @Override
    public List<String> notices() {
        return notices.sentences();
    }

    @Override
    public String remedy(Capability missing) {
        return switch (missing) {
            case BROKER_LINK -> "set toxiproxy.url and link.kafka-1.* for each broker in the settings file";
            case POSTGRES_LINK -> "set toxiproxy.url and link.postgres.* in the settings file";
            case BROKER_PROCESS, POSTGRES_PROCESS -> "use --env embedded";
            case THREE_BROKERS -> "name a cluster of three brokers, or use --env embedded --brokers 3";
        };
    }

    /// Nothing: their logs are their owner's.
    @Override
    public void saveLogs(Path directory) {}

    /// Removes what was made. Each thing is tried, whatever becomes of the others.
    ///
    /// @throws TestbedException naming what stays
    @Override
    public void close() {
        TestbedException failure = closeParts();
        try {
            Runtime.getRuntime().removeShutdownHook(farewell);
        } catch (IllegalStateException e) {
            // The end has begun already, and the hook finds nothing left.
        }
        if (failure != null) {
            throw failure;
        }
    }

    private @Nullable TestbedException closeParts() {
        TestbedException first = null;
        synchronized (parts) {
            closing = true;
            while (!parts.isEmpty()) {
                TestbedException failure = closed(parts.removeFirst());
                if (first == null) {
                    first = failure;
                } else if (failure != null) {
                    first.addSuppressed(failure);
                }
            }
        }
        return first;
    }

    /// Somebody's server may have gone mute; the process must end all the same.
    private @Nullable TestbedException closed(AutoCloseable part) {
        var done = new FutureTask<Void>(() -> {
            part.close();
            return null;
        });
        Thread.ofPlatform().daemon().name("testbed close").start(done);
        try {
            done.get(CLOSE_LIMIT.toSeconds(), TimeUnit.SECONDS);
            return null;
        } catch (ExecutionException e) {
            return e.getCause() instanceof TestbedException known
                    ? secrets.clean(known)
                    : secrets.failure("A part of the testbed was not closed (" + e.getCause() + ").", e);
        } catch (TimeoutException e) {
            return new TestbedException("A server does not answer, and what was made there stays behind: remove what"
                    + " begins with " + OwnNames.PREFIX + " yourself.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new TestbedException("Interrupted while the testbed was being closed.", e);
        }
    }

    /// At the end of the process there is nobody left to catch anything.
    private void closeQuietly() {
        TestbedException failure = closeParts();
        if (failure != null) {
            System.err.println("relaybench: " + failure.getMessage());
        }
    }
}

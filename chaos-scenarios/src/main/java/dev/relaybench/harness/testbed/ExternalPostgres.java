package dev.relaybench.harness.testbed;

import java.util.Map;
import java.util.Optional;

/// Somebody's PostgreSQL. What is made here is removed at the end; nothing else is touched.
final class ExternalPostgres implements Postgres, AutoCloseable {
    private final ExternalSettings.Database database;
    private final Optional<HostPort> proxy;
    private final Secrets secrets;
    private final PostgresDatabases databases;
    private Map<String, String> settings = Map.of();
    private boolean closed;

    ExternalPostgres(ExternalSettings settings, Secrets secrets) {
        this.database = settings.postgres();
        this.proxy = Optional.ofNullable(settings.links().get(ExternalSettings.POSTGRES_LINK))
                .map(ExternalSettings.Link::address);
        this.secrets = secrets;
        this.databases = new PostgresDatabases(database.url(), database.user(), database.password());
    }

    void tells(Map<String, String> found) {
        settings = Map.copyOf(found);
    }

    /// @throws TestbedException also if the name does not begin with what marks our own
    @Override
    public synchronized void createDatabase(String name) {
        OwnNames.require("database", name);
        if (closed) {
            throw new TestbedException("No database can be made any more: the testbed is closed.");
        }
        cleanly(() -> databases.create(name));
    }

    @Override
    public synchronized void dropDatabase(String name) {
        cleanly(() -> databases.drop(name));
    }

    private void cleanly(Runnable change) {
        try {
            change.run();
        } catch (TestbedException e) {
            throw secrets.clean(e);
        }
    }

    @Override
    public String jdbcUrl(String name) {
        return database.url().withDatabase(name).text();
    }

    @Override
    public String jdbcUrlProxied(String name) {
        JdbcUrl direct = database.url().withDatabase(name);
        return proxy.map(address -> direct.withHosts(address.toString()))
                .orElse(direct)
                .text();
    }

    @Override
    public String user() {
        return database.user();
    }

    @Override
    public String password() {
        return database.password();
    }

    @Override
    public Map<String, String> settings() {
        return settings;
    }

    @Override
    public Optional<Node> node() {
        return Optional.empty();
    }

    @Override
    public synchronized void close() {
        closed = true;
        cleanly(databases::dropAll);
    }
}

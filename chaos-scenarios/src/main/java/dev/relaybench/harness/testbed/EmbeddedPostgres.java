package dev.relaybench.harness.testbed;

import java.util.Map;
import java.util.Optional;

/// PostgreSQL from the binaries on the class path.
final class EmbeddedPostgres implements Postgres, AutoCloseable {
    private static final String HOST = "127.0.0.1";

    private final PostgresServer server;
    private final PortLease proxyPort;
    private final String password;
    private final PostgresDatabases databases;
    private final Map<String, String> settings;

    private EmbeddedPostgres(PostgresServer server, PortLease proxyPort, String password) {
        this.server = server;
        this.proxyPort = proxyPort;
        this.password = password;
        this.databases = new PostgresDatabases(address(server.port(), "postgres"), user(), password);
        this.settings = databases.settingsAsSet(server.promised());
    }

    /// @param added settings beside those that every testbed has
    static EmbeddedPostgres start(Site site, CacheDirectory cache, ServerUser user, Map<String, String> added) {
        PostgresBinaries binaries = PostgresBinaries.unpack(cache);
        PostgresTemplate template = PostgresTemplate.prepare(binaries, user, cache);
        PostgresServer server = PostgresServer.start(binaries, user, template, added, site);
        PortLease proxyPort = PortLease.take();
        try {
            return new EmbeddedPostgres(server, proxyPort, template.password());
        } catch (TestbedException e) {
            proxyPort.close();
            server.close();
            throw e;
        }
    }

    private static JdbcUrl address(int port, String database) {
        return new JdbcUrl(HOST + ":" + port, database, "");
    }

    @Override
    public void createDatabase(String name) {
        databases.create(name);
    }

    @Override
    public void dropDatabase(String name) {
        databases.drop(name);
    }

    @Override
    public String jdbcUrl(String database) {
        return address(port(), database).text();
    }

    @Override
    public String jdbcUrlProxied(String database) {
        return address(proxyPort(), database).text();
    }

    @Override
    public String user() {
        return PostgresTemplate.SUPERUSER;
    }

    @Override
    public String password() {
        return password;
    }

    int port() {
        return server.port();
    }

    int proxyPort() {
        return proxyPort.port();
    }

    @Override
    public Map<String, String> settings() {
        return settings;
    }

    @Override
    public Optional<Node> node() {
        return Optional.of(server);
    }

    @Override
    public void close() {
        server.close();
        proxyPort.close();
    }
}

package dev.relaybench.harness.testbed;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.testcontainers.postgresql.PostgreSQLContainer;
import org.testcontainers.utility.DockerImageName;

/// PostgreSQL in a container.
final class ContainersPostgres implements Postgres, AutoCloseable {
    /// Its name in the containers' network.
    static final String ROLE = "postgres";

    static final int PORT = PostgreSQLContainer.POSTGRESQL_PORT;
    private static final String USER = "relaybench";
    private static final int PROBE_SECONDS = 5;

    private final ContainerSite site;
    private final ContainerPorts ports;
    private final String password = PostgresTemplate.newPassword();
    private final PostgreSQLContainer container;
    private final PostgresDatabases databases;
    private final ContainerNode node;
    private final Map<String, String> settings;

    private ContainersPostgres(ContainerSite site, String image, ContainerPorts ports) {
        this.site = site;
        this.ports = ports;
        container = new PostgreSQLContainer(DockerImageName.parse(image).asCompatibleSubstituteFor("postgres"))
                .withUsername(USER)
                .withPassword(password)
                .withDatabaseName("postgres");
        // In place of the module's own command, which switches fsync off.
        container.withCommand(command());
        databases = new PostgresDatabases(address(ports.postgres(), "postgres"), USER, password);
        Serving serving = new Serving(() -> answers(databases));
        site.start(container, ROLE, Map.of(PORT, ports.postgres()), Signal.INT, serving);
        node = new ContainerNode(ROLE, site.engine(), container, serving);
        settings = databases.settingsAsSet(PostgresSettings.PROMISED);
    }

    static ContainersPostgres start(ContainerSite site, String image, ContainerPorts ports) {
        try {
            return new ContainersPostgres(site, image, ports);
        } catch (RuntimeException e) {
            site.remove(ROLE);
            throw e;
        }
    }

    private static String[] command() {
        List<String> words = new ArrayList<>(List.of("postgres"));
        new TreeMap<>(PostgresSettings.PROMISED).forEach((name, value) -> {
            words.add("-c");
            words.add(name + "=" + value);
        });
        return words.toArray(String[]::new);
    }

    private static boolean answers(PostgresDatabases databases) {
        try (Connection connection = databases.connect()) {
            return connection.isValid(PROBE_SECONDS);
        } catch (SQLException e) {
            return false;
        }
    }

    private JdbcUrl address(PortLease port, String database) {
        return new JdbcUrl(ports.address(port), database, "");
    }

    String log() {
        return container.getLogs();
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
        return address(ports.postgres(), database).text();
    }

    @Override
    public String jdbcUrlProxied(String database) {
        return address(ports.postgresLink(), database).text();
    }

    @Override
    public String user() {
        return USER;
    }

    @Override
    public String password() {
        return password;
    }

    @Override
    public Map<String, String> settings() {
        return settings;
    }

    @Override
    public Optional<Node> node() {
        return Optional.of(node);
    }

    @Override
    public void close() {
        site.remove(ROLE);
    }
}

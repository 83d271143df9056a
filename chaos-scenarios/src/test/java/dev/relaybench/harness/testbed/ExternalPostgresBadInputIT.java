package dev.relaybench.harness.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// What somebody's PostgreSQL may be like, and the sentence for it.
@ExtendWith(SharedGuest.class)
class ExternalPostgresBadInputIT {
    private static final List<String> ROLES = List.of(
            "tls_only LOGIN",
            "cannot_create LOGIN",
            "read_only LOGIN CREATEDB",
            "asynchronous LOGIN CREATEDB",
            "cannot_end LOGIN",
            "creator CREATEDB");

    private Guest guest;
    private Refusals refusals;
    private Map<String, String> settings;
    private String server;

    @BeforeAll
    static void makeRoles(Guest guest) throws SQLException {
        for (String role : ROLES) {
            sql(guest, "CREATE ROLE " + role + " PASSWORD '" + Guest.PASSWORD + "'");
        }
        sql(guest, "ALTER ROLE read_only SET default_transaction_read_only = on");
        sql(guest, "ALTER ROLE asynchronous SET synchronous_commit = off");
        // It becomes another role with each login, which may not end the connections of the one that logged in.
        sql(guest, "GRANT creator TO cannot_end");
        sql(guest, "ALTER ROLE cannot_end SET role = creator");
    }

    @AfterAll
    static void dropRoles(Guest guest) throws SQLException {
        for (String role : ROLES) {
            sql(guest, "DROP ROLE " + role.substring(0, role.indexOf(' ')));
        }
    }

    private static void sql(Guest guest, String statement) throws SQLException {
        Postgres postgres = guest.testbed().postgres();
        try (Connection connection = DriverManager.getConnection(
                        postgres.jdbcUrl("postgres"), postgres.user(), postgres.password());
                Statement execution = connection.createStatement()) {
            execution.execute(statement);
        }
    }

    @BeforeEach
    void prepare(Guest shared) {
        guest = shared;
        refusals = new Refusals(guest);
        settings = guest.direct();
        server = JdbcUrl.of(settings.getOrDefault("postgres.url", "")).hosts();
    }

    private void as(String role) {
        settings.put("postgres.user", role);
        settings.put("postgres.password", Guest.PASSWORD);
    }

    private void url(String text) {
        settings.put("postgres.url", text);
    }

    private void refused(String sentence) throws Exception {
        refusals.refused(settings, sentence);
    }

    @Test
    void aWrongPassword() throws Exception {
        settings.put("postgres.password", "wrong-secret");
        refused("PostgreSQL at " + server
                + " refuses the password of user postgres: correct postgres.user or postgres.password.");
    }

    @Test
    void aDatabaseThatDoesNotExist() throws Exception {
        url("jdbc:postgresql://" + server + "/orders");
        refused("PostgreSQL at " + server + " has no database orders: name one that exists in postgres.url.");
    }

    @Test
    void nothingThere() throws Exception {
        try (PortLease port = PortLease.take()) {
            url("jdbc:postgresql://127.0.0.1:" + port.port() + "/postgres?sslpassword=wrong-secret");
            refused("Nothing listens for PostgreSQL at 127.0.0.1:" + port.port()
                    + ": start it, or correct postgres.url.");
        }
    }

    @Test
    void anUnknownHost() throws Exception {
        url("jdbc:postgresql://nowhere.invalid:5432/postgres");
        refused("PostgreSQL at nowhere.invalid:5432 cannot be found, for its host is unknown: correct postgres.url.");
    }

    @Test
    void aServerThatIsMute() throws Exception {
        try (SilentServer mute = SilentServer.open()) {
            url("jdbc:postgresql://" + mute.address() + "/postgres");
            refused("PostgreSQL at " + mute.address()
                    + " does not answer in 6 s: correct postgres.url, or open the firewall between.");
        }
    }

    @Test
    void aServerThatDemandsTls() throws Exception {
        as("tls_only");
        url("jdbc:postgresql://" + server + "/postgres?sslmode=disable");
        refused("PostgreSQL at " + server + " demands TLS of user tls_only: add"
                + " ?sslmode=verify-full&sslrootcert=FILE (or ?sslmode=require) to postgres.url.");
    }

    @Test
    void aCertificateThatIsNotTrusted() throws Exception {
        url("jdbc:postgresql://" + server
                + "/postgres?sslmode=verify-full&sslfactory=org.postgresql.ssl.DefaultJavaSSLFactory");
        refused("The TLS handshake with PostgreSQL at " + server + " failed (its certificate is not trusted here): set"
                + " sslmode and sslrootcert in postgres.url to fit the server's certificate.");
        url("jdbc:postgresql://" + server + "/postgres?sslmode=verify-full&sslrootcert=/nowhere/wrong-secret.crt");
        refused("The certificate that sslrootcert in postgres.url names cannot be read: name a file in PEM form.");
    }

    @Test
    void aVersionThatIsTooOld() throws Exception {
        try (RewritingProxy old = RewritingProxy.open(HostPort.of(server).orElseThrow(), "17.5", "12.9")) {
            url("jdbc:postgresql://" + old.address() + "/postgres?sslmode=disable");
            refused("PostgreSQL at " + old.address() + " is version 12.9: upgrade it to 13 or newer.");
        }
    }

    @Test
    void aUserWhoMayOnlyRead() throws Exception {
        as("read_only");
        refused("PostgreSQL at " + server + " has default_transaction_read_only = on for user read_only: switch it off,"
                + " or use another user.");
    }

    @Test
    void aUserWhoMayNotCreateDatabases() throws Exception {
        as("cannot_create");
        refused("PostgreSQL at " + server
                + " does not let user cannot_create create databases: ALTER ROLE cannot_create CREATEDB.");
    }

    @Test
    void aUserWhoMayNotEndConnections() throws Exception {
        as("cannot_end");
        refused("PostgreSQL at " + server + " does not let user cannot_end end the connections to its own databases:"
                + " GRANT pg_signal_backend TO cannot_end.");
    }

    @Test
    void aClockThatIsOff() throws Exception {
        Clock early = Clock.offset(Clock.systemUTC(), Duration.ofSeconds(-2));
        refusals.refused(
                settings,
                early,
                "The clock of PostgreSQL at " + server
                        + " is (19|20)\\d\\d ms \\(give or take \\d+\\.\\d ms\\) ahead of this host's, and 50"
                        + " ms is the most that"
                        + " results allow: synchronise both by NTP \\(chrony\\)\\.");
    }

    @Test
    void settingsThatRiskDataAreNoticed() {
        as("asynchronous");
        try (Testbed testbed = ExternalTestbed.start(guest.read(settings))) {
            assertThat(testbed.notices())
                    .containsExactly("PostgreSQL at " + server
                            + " runs with synchronous_commit switched off: after a crash it may lose what it has"
                            + " committed.");
            assertThat(testbed.settings()).containsEntry("postgres.synchronous_commit", "off");
        }
    }

    @Test
    void aServerWithoutCommitTimesOrTlsAndAStandby(@TempDir Path directory) throws Exception {
        try (Watchdog watchdog = Watchdog.start();
                EmbeddedPostgres other = EmbeddedPostgres.start(
                        new Site(directory, watchdog),
                        CacheDirectory.find(),
                        ServerUser.find(),
                        Map.of("track_commit_timestamp", "off"))) {
            String address = "127.0.0.1:" + other.port();
            settings.put("postgres.password", other.password());
            url(other.jdbcUrl("postgres"));
            refused("PostgreSQL at " + address + " has track_commit_timestamp = off, and commit times are what results"
                    + " count from: set it to on and restart the server.");
            url(other.jdbcUrl("postgres") + "?sslmode=require");
            refused("PostgreSQL at " + address + " does not offer TLS, which postgres.url demands: set ssl = on at the"
                    + " server, or take sslmode out of postgres.url.");
            Node node = other.node().orElseThrow();
            node.stop();
            Files.createFile(directory.resolve("postgres/standby.signal"));
            node.restart();
            url(other.jdbcUrl("postgres"));
            refused("PostgreSQL at " + address
                    + " is a standby, which takes no writes: name the primary in postgres.url.");
        }
    }
}

package dev.relaybench.harness.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.model.ToxicDirection;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SharedGuest.class)
class ExternalTestbedIT {
    private static final String NAME = "relaybench_0123456789abcdef";

    private Guest guest;
    private ServerContents before;

    @BeforeEach
    void look(Guest shared) throws Exception {
        guest = shared;
        before = ServerContents.of(guest);
    }

    @AfterEach
    void leavesNothingBehind() throws Exception {
        assertThat(ServerContents.of(guest)).isEqualTo(before);
    }

    private ExternalTestbed start() {
        return ExternalTestbed.start(guest.read(guest.plain()));
    }

    private void sql(String statement) throws SQLException {
        Postgres postgres = guest.testbed().postgres();
        try (Connection connection = DriverManager.getConnection(
                        postgres.jdbcUrl("postgres"), postgres.user(), postgres.password());
                Statement execution = connection.createStatement()) {
            execution.execute(statement);
        }
    }

    @Test
    void tellsWhatTheServersAre() {
        try (Testbed testbed = start()) {
            assertThat(testbed.environment()).isEqualTo("external");
            assertThat(testbed.settings())
                    .containsEntry("postgres.fsync", "on")
                    .containsEntry("postgres.track_commit_timestamp", "on")
                    .containsEntry("kafka.brokers", "1")
                    .containsEntry("kafka.replication.factor", "1")
                    .containsEntry("kafka.min.insync.replicas", "1")
                    .containsEntry("kafka.security.protocol", "PLAINTEXT")
                    .containsKeys("postgres.clock-skew-ms", "kafka.clock-skew-ms.1", "kafka.metadata.version")
                    .containsEntry("toxiproxy.version", "2.12.0");
            assertThat(testbed.settings().get("postgres.version")).startsWith("17.");
            assertThat(testbed.settings().get("postgres.tls")).startsWith("TLS");
            assertThat(testbed.notices()).isEmpty();
            assertThat(testbed.settings().toString())
                    .doesNotContain(guest.testbed().postgres().password());
        }
    }

    @Test
    void hasLinksAndNoProcesses() throws Exception {
        try (Testbed testbed = start()) {
            assertThat(testbed.capabilities())
                    .containsExactlyInAnyOrder(Capability.BROKER_LINK, Capability.POSTGRES_LINK);
            assertThat(testbed.remedy(Capability.BROKER_PROCESS)).isEqualTo("use --env embedded");
            assertThat(testbed.kafka().bootstrapProxied())
                    .isNotEqualTo(testbed.kafka().bootstrapDirect());
            testbed.postgres().createDatabase(NAME);
            String url = testbed.postgres().jdbcUrlProxied(NAME) + "?connectTimeout=5&socketTimeout=5";
            testbed.links().postgres().disable();
            assertThatThrownBy(() -> DriverManager.getConnection(
                            url, testbed.postgres().user(), testbed.postgres().password()))
                    .isInstanceOf(SQLException.class);
            testbed.links().heal();
            try (Connection connection = DriverManager.getConnection(
                    url, testbed.postgres().user(), testbed.postgres().password())) {
                assertThat(connection.isValid(5)).isTrue();
            }
        }
    }

    @Test
    void withoutAToxiproxyThereAreNoLinks() {
        try (Testbed testbed = ExternalTestbed.start(guest.read(guest.direct()))) {
            assertThat(testbed.capabilities()).isEmpty();
            assertThat(testbed.remedy(Capability.BROKER_LINK))
                    .isEqualTo("set toxiproxy.url and link.kafka-1.* for each broker in the settings file");
            assertThat(testbed.kafka().bootstrapProxied())
                    .isEqualTo(testbed.kafka().bootstrapDirect());
            assertThat(testbed.postgres().jdbcUrlProxied("a"))
                    .isEqualTo(testbed.postgres().jdbcUrl("a"));
            testbed.links().heal();
        }
    }

    @Test
    void removesWhatItMadeWhileFaultsAreOn() throws Exception {
        Testbed testbed = start();
        testbed.postgres().createDatabase(NAME);
        testbed.kafka().createTopic(NAME, 3);
        testbed.links().brokers().getFirst().toxics().timeout("mute", ToxicDirection.UPSTREAM, 0);
        testbed.links().postgres().disable();
        assertThat(ServerContents.of(guest).topics()).contains(NAME);
        testbed.close();
        testbed.close();
        assertThatThrownBy(() -> testbed.postgres().createDatabase(NAME)).hasMessageContaining("closed");
        assertThatThrownBy(() -> testbed.kafka().createTopic(NAME, 1)).hasMessageContaining("closed");
    }

    @Test
    void oneThingThatStaysKeepsNoneOfTheOthers() throws Exception {
        Testbed testbed = start();
        testbed.postgres().createDatabase(NAME);
        testbed.kafka().createTopic(NAME, 1);
        sql("ALTER DATABASE " + NAME + " WITH IS_TEMPLATE true");
        ServerContents.toxiproxy(guest).getProxy("relaybench_postgres").delete();
        try {
            assertThatThrownBy(testbed::close)
                    .isInstanceOf(TestbedException.class)
                    .hasMessageStartingWith("The database " + NAME + " could not be changed");
            assertThat(ServerContents.of(guest).topics()).isEqualTo(before.topics());
            assertThat(ServerContents.of(guest).proxies()).isEqualTo(before.proxies());
        } finally {
            sql("ALTER DATABASE " + NAME + " WITH IS_TEMPLATE false");
            sql("DROP DATABASE " + NAME);
        }
    }

    @Test
    void leavesAloneAndTellsWhatOthersMade() throws Exception {
        sql("CREATE DATABASE relaybench_of_another_run");
        guest.testbed().kafka().createTopic("relaybench_of_another_run", 1);
        Proxy foreign = guest.testbed().links().brokers().getFirst();
        foreign.toxics().latency("foreign", ToxicDirection.DOWNSTREAM, 1);
        ServerContents there = ServerContents.of(guest);
        try {
            try (Testbed testbed = start()) {
                assertThat(testbed.notices())
                        .containsExactly(
                                "There is a database of another run, which is left alone: relaybench_of_another_run;"
                                        + " remove it yourself if no run needs it.",
                                "There is a topic of another run, which is left alone: relaybench_of_another_run;"
                                        + " remove it yourself if no run needs it.");
                assertThatThrownBy(() -> testbed.postgres().dropDatabase("relaybench_of_another_run"))
                        .hasMessageContaining("was not made by this run and is left alone");
                assertThatThrownBy(() -> testbed.postgres().createDatabase("relaybench_of_another_run"))
                        .isInstanceOf(TestbedException.class);
                assertThatThrownBy(() -> testbed.kafka().createTopic("relaybench_of_another_run", 1))
                        .isInstanceOf(TestbedException.class);
                assertThatThrownBy(() -> testbed.kafka().deleteTopic("relaybench_of_another_run"))
                        .hasMessageContaining("was not made by this run and is left alone");
                testbed.links().heal();
            }
            assertThat(ServerContents.of(guest)).isEqualTo(there);
        } finally {
            foreign.toxics().get("foreign").remove();
            guest.testbed().kafka().deleteTopic("relaybench_of_another_run");
            sql("DROP DATABASE relaybench_of_another_run");
        }
    }

    @Test
    void makesNothingWithoutItsPrefix() {
        try (Testbed testbed = ExternalTestbed.start(guest.read(guest.direct()))) {
            assertThatThrownBy(() -> testbed.postgres().createDatabase("orders"))
                    .hasMessage("The database orders is not made on a server that belongs to somebody: its name must"
                            + " begin with relaybench_.");
            assertThatThrownBy(() -> testbed.kafka().createTopic("orders", 1))
                    .hasMessageContaining("its name must begin with relaybench_");
        }
    }

    @Test
    void anInterruptedHarnessLeavesNothing() throws Exception {
        Process harness = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ExternalStarter.class.getName(),
                        guest.write(guest.plain()).toString())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader output = harness.inputReader()) {
            await().atMost(60, TimeUnit.SECONDS).until(() -> "ready".equals(output.readLine()));
            assertThat(ServerContents.of(guest).topics()).contains("relaybench_interrupted");
            new ProcessBuilder("kill", "-s", "INT", Long.toString(harness.pid()))
                    .start()
                    .waitFor();
            assertThat(harness.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(output.lines().toList()).isEmpty();
        } finally {
            harness.destroyForcibly();
        }
    }
}

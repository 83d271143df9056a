package dev.relaybench.harness.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartFailureIT {
    private final CacheDirectory cache = CacheDirectory.find();

    @TempDir
    Path directory;

    private Watchdog watchdog;
    private Site site;

    @BeforeEach
    void startWatchdog() {
        watchdog = Watchdog.start();
        site = new Site(directory, watchdog);
    }

    @AfterEach
    void closeWatchdog() {
        watchdog.close();
    }

    @Test
    void aWorkDirectoryThatIsNotEmptyIsRefusedAndKept() throws IOException {
        Path precious = Files.writeString(directory.resolve("precious"), "data");
        assertThatThrownBy(() -> EmbeddedTestbed.start(directory))
                .isInstanceOf(TestbedException.class)
                .hasMessage("The work directory " + directory + " is not empty: choose another.");
        assertThat(precious).hasContent("data");
    }

    @Test
    void aWorkDirectoryThatCannotBeMadeIsNamed() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(() -> EmbeddedTestbed.start(file.resolve("work")))
                .isInstanceOf(TestbedException.class)
                .hasMessageStartingWith("The work directory " + file + "/work cannot be made");
    }

    @Test
    void aDatabaseThatDiesAtItsStartLeavesItsLastWords() throws IOException {
        ServerUser user = ServerUser.find();
        PostgresBinaries binaries = PostgresBinaries.unpack(cache);
        Path damaged = Files.createDirectory(directory.resolve("template"));
        Trees.copy(
                PostgresTemplate.prepare(binaries, user, cache).directory().resolve("data"), damaged.resolve("data"));
        Files.delete(damaged.resolve("data/global/pg_control"));
        assertThatThrownBy(() -> PostgresServer.start(binaries, user, new PostgresTemplate(damaged), Map.of(), site))
                .isInstanceOf(TestbedException.class)
                .hasMessageStartingWith("PostgreSQL ended with exit code 2; its last line: ")
                .hasMessageContaining("pg_control");
    }

    @Test
    void aBrokerThatFindsItsPortTakenSaysSo() throws IOException {
        try (BrokerPorts ports = BrokerPorts.take(1, TestbedPlan.standard().listeners());
                ServerSocket thief = new ServerSocket(ports.direct().port(), 1, InetAddress.ofLiteral("127.0.0.1"))) {
            assertThat(thief.isBound()).isTrue();
            ClusterLayout alone = new ClusterLayout("abcdefghijklmnopqrstuQ", List.of(ports), List.of(ports));
            try (Broker broker = Broker.start(ports, alone, Map.of(), site)) {
                assertThatThrownBy(broker::awaitReady)
                        .isInstanceOf(TestbedException.class)
                        .hasMessageStartingWith("Kafka broker 1 finds its port taken");
                assertThat(broker.isRunning()).isFalse();
            }
        }
    }

    @Test
    void aDatabaseThatFailsTakesTheBrokerWithIt() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        List<Long> before =
                ProcessTable.read().descendants(ProcessHandle.current().pid());
        System.setProperty("relaybench.cache", file.toString());
        try {
            assertThatThrownBy(() -> EmbeddedTestbed.start(directory.resolve("work")))
                    .isInstanceOf(TestbedException.class)
                    .hasMessageStartingWith(file + " cannot be written");
        } finally {
            System.clearProperty("relaybench.cache");
        }
        assertThat(ProcessTable.read().descendants(ProcessHandle.current().pid()))
                .containsExactlyInAnyOrderElementsOf(before);
        assertThat(directory.resolve("work")).doesNotExist();
    }

    @Test
    void rootInAContainerRunsTheDatabaseAsNobody() {
        ServerUser nobody = ServerUser.nobody();
        assertThat(directory.toFile().setExecutable(true, false)).isTrue();
        Command reached = Command.run(nobody.command(List.of("test", "-x", directory.toString())));
        assumeTrue(
                Command.run("id", "-u").lines().equals(List.of("0")) && reached.succeeded(),
                "only root can become nobody, and only where the directories are open");
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(site, cache, nobody, Map.of())) {
            assertThat(postgres.settings()).containsEntry("fsync", "on");
            Node node = postgres.node().orElseThrow();
            node.kill();
            node.restart();
            postgres.createDatabase("after");
        }
    }
}

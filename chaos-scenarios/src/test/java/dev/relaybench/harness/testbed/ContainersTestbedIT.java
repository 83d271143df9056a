package dev.relaybench.harness.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainersTestbedIT {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(1500);

    @TempDir
    static Path parent;

    private static ContainerEngine engine;
    private static ContainersTestbed testbed;
    private static List<String> othersContainers;
    private static List<String> othersNetworks;

    @BeforeAll
    static void start() {
        engine = Containers.engine();
        othersContainers = Containers.names(engine);
        othersNetworks = Containers.networks(engine);
        testbed = ContainersTestbed.start(parent.resolve("work"), ContainerImages.official());
    }

    @AfterAll
    static void close() {
        if (testbed == null) {
            return; // Skipped.
        }
        List<String> volumes = Containers.volumes(engine);
        assertThat(volumes).isNotEmpty();
        testbed.close();
        assertThat(Containers.names(engine)).isEqualTo(othersContainers);
        assertThat(Containers.networks(engine)).isEqualTo(othersNetworks);
        assertThat(volumes).noneMatch(volume -> Containers.hasVolume(engine, volume));
        assertThat(ProcessTable.isGone(testbed.watchdog().pid())).isTrue();
        assertThat(parent).isEmptyDirectory();
    }

    private static Connection connect(String url) throws SQLException {
        return DriverManager.getConnection(
                url + "?connectTimeout=5&socketTimeout=5",
                testbed.postgres().user(),
                testbed.postgres().password());
    }

    private static String ask(String url, String sql) throws SQLException {
        try (Connection connection = connect(url);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    @Test
    void tellsTheSettingsThatItReadBackAndWhatItIsMadeOf() throws SQLException {
        assertThat(testbed.settings())
                .containsEntry("postgres.fsync", "on")
                .containsEntry("postgres.synchronous_commit", "on")
                .containsEntry("postgres.full_page_writes", "on")
                .containsEntry("postgres.track_commit_timestamp", "on")
                .containsEntry("postgres.wal_level", "logical")
                .containsEntry("postgres.max_connections", "200")
                .containsEntry("kafka.min.insync.replicas", "1")
                .containsEntry("kafka.auto.create.topics.enable", "false")
                .containsEntry("kafka.broker.session.timeout.ms", "3000")
                .containsEntry("kafka.offsets.topic.num.partitions", "4")
                .containsEntry("image.postgres", "postgres:17.5");
        assertThat(testbed.settings().get("postgres.version")).startsWith("17.");
        assertThat(testbed.settings().get("kafka.version")).startsWith("4.");
        assertThat(testbed.settings().get("image.kafka.id")).contains("sha256:");
        assertThat(testbed.settings().get("engine.version")).contains("linux/");
        assertThat(ask(testbed.postgres().jdbcUrl("postgres"), "SHOW fsync")).isEqualTo("on");
    }

    @Test
    void offersAllButThreeBrokers() {
        assertThat(testbed.capabilities()).isEqualTo(EnumSet.complementOf(EnumSet.of(Capability.THREE_BROKERS)));
        assertThat(testbed.remedy(Capability.THREE_BROKERS)).contains("--brokers 3");
    }

    @Test
    void wantsThePasswordAndKeepsItOutOfTheSavedLogs() {
        assertThatThrownBy(() -> DriverManager.getConnection(
                        testbed.postgres().jdbcUrl("postgres"),
                        testbed.postgres().user(),
                        "wrong"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("password");
        Path logs = parent.resolve("work/saved");
        testbed.saveLogs(logs);
        assertThat(logs.resolve("postgres.log"))
                .content()
                .contains("ready to accept connections", "password authentication failed")
                .doesNotContain(testbed.postgres().password());
        assertThat(logs.resolve("broker-1.log")).content().contains("Kafka version");
        assertThat(logs.resolve("toxiproxy.log")).isNotEmptyFile();
    }

    @Test
    void publishesItsPortsOnLoopbackOnly() {
        assertThat(engine.client()
                        .listContainersCmd()
                        .withNameFilter(List.of("relaybench-"))
                        .exec())
                .flatMap(container -> List.of(container.getPorts()))
                .filteredOn(port -> port.getPublicPort() != null)
                .hasSizeGreaterThanOrEqualTo(5)
                .allMatch(port -> Objects.equals(port.getIp(), engine.host()));
    }

    @Test
    void aKilledDatabaseComesBackWithItsRowsOnItsPort() throws SQLException {
        Postgres postgres = testbed.postgres();
        Node node = postgres.node().orElseThrow();
        postgres.createDatabase("killed");
        String url = postgres.jdbcUrl("killed");
        try (Connection connection = connect(url);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t AS SELECT 42 AS answer");
        }
        long pid = node.pid();
        node.kill();
        assertThat(node.isRunning()).isFalse();
        assertThatThrownBy(() -> connect(url)).isInstanceOf(SQLException.class);
        node.restart();
        assertThat(node.pid()).isPositive().isNotEqualTo(pid);
        assertThat(postgres.jdbcUrl("killed")).isEqualTo(url);
        assertThat(ask(url, "SELECT answer FROM t")).isEqualTo("42");
        node.restart();
        assertThat(ask(url, "SELECT answer FROM t")).isEqualTo("42");
        assertThat(ask(postgres.jdbcUrlProxied("killed"), "SELECT answer FROM t"))
                .isEqualTo("42");
        node.stop();
        assertThat(node.isRunning()).isFalse();
        node.stop();
        node.restart();
        postgres.dropDatabase("killed");
        Path logs = parent.resolve("work/stopped");
        testbed.saveLogs(logs);
        assertThat(logs.resolve("postgres.log")).content().contains("received fast shutdown request");
    }

    @Test
    void aDatabaseThatFindsItsPortTakenSaysSo() throws SQLException, IOException {
        Node node = testbed.postgres().node().orElseThrow();
        String url = testbed.postgres().jdbcUrl("postgres");
        int port = Integer.parseInt(url.replaceFirst(".*:(\\d+)/.*", "$1"));
        node.kill();
        try (ServerSocket thief = new ServerSocket(port, 1, InetAddress.ofLiteral(engine.host()))) {
            assertThat(thief.isBound()).isTrue();
            assertThatThrownBy(node::restart)
                    .isInstanceOf(TestbedException.class)
                    .hasMessageStartingWith("The container of postgres finds its port taken")
                    .hasMessageEndingWith("end what listens there.");
            assertThat(node.isRunning()).isFalse();
        }
        node.restart();
        assertThat(ask(url, "SELECT 1")).isEqualTo("1");
    }

    @Test
    void aPausedDatabaseDoesNotAnswer() throws SQLException {
        Node node = testbed.postgres().node().orElseThrow();
        String url = testbed.postgres().jdbcUrl("postgres");
        try (Connection open = connect(url)) {
            node.pause();
            try {
                assertThat(node.isRunning()).isTrue();
                assertThatThrownBy(() -> DriverManager.getConnection(
                                url + "?connectTimeout=1&socketTimeout=1",
                                testbed.postgres().user(),
                                testbed.postgres().password()))
                        .isInstanceOf(SQLException.class);
            } finally {
                node.resume();
            }
            assertThat(open.isValid(5)).isTrue();
        }
        node.pause();
        node.kill();
        assertThat(node.isRunning()).isFalse();
        node.restart();
        node.pause();
        node.restart();
        assertThat(ask(url, "SELECT 1")).isEqualTo("1");
    }

    @Test
    void aKilledBrokerComesBackWithItsRecordsOnItsPorts() throws Exception {
        Kafka kafka = testbed.kafka();
        Node broker = kafka.nodes().getFirst();
        kafka.createTopic("kept", 3);
        String bootstrap = kafka.bootstrapDirect();
        try (KafkaProducer<String, String> producer = KafkaClients.producer(bootstrap, LIMIT)) {
            for (int i = 0; i < 20; i++) {
                KafkaClients.send(producer, "kept", "before " + i);
            }
            long pid = broker.pid();
            broker.kill();
            assertThat(broker.isRunning()).isFalse();
            broker.restart();
            assertThat(broker.pid()).isPositive().isNotEqualTo(pid);
            KafkaClients.send(producer, "kept", "after");
            broker.restart();
            KafkaClients.send(producer, "kept", "later");
        }
        assertThat(kafka.bootstrapDirect()).isEqualTo(bootstrap);
        List<String> kept = new ArrayList<>();
        for (int partition = 0; partition < 3; partition++) {
            KafkaClients.read(bootstrap, "kept", partition).forEach(found -> kept.add(found.value()));
        }
        assertThat(kept).hasSize(22).contains("before 0", "before 19", "after", "later");
        Path logs = parent.resolve("work/broker");
        testbed.saveLogs(logs);
        assertThat(logs.resolve("broker-1.log")).content().contains("shut down completed");
    }

    @Test
    void aPausedBrokerKeepsItsConnectionsAndConfirmsNothing() throws Exception {
        Kafka kafka = testbed.kafka();
        Node broker = kafka.nodes().getFirst();
        kafka.createTopic("paused", 1);
        try (KafkaProducer<String, String> producer = KafkaClients.producer(kafka.bootstrapDirect(), SHORT)) {
            KafkaClients.send(producer, "paused", "before");
            broker.pause();
            try {
                assertThatThrownBy(() -> KafkaClients.send(producer, "paused", "during"))
                        .hasCauseInstanceOf(org.apache.kafka.common.errors.TimeoutException.class);
            } finally {
                broker.resume();
            }
        }
        try (KafkaProducer<String, String> producer = KafkaClients.producer(kafka.bootstrapDirect(), LIMIT)) {
            KafkaClients.send(producer, "paused", "after");
        }
        assertThat(KafkaClients.read(kafka.bootstrapDirect(), "paused"))
                .extracting(ConsumerRecord::value)
                .startsWith("before")
                .endsWith("after");
        kafka.deleteTopic("paused");
    }

    @Test
    void kafkaIsNotReachedAroundItsProxy() throws Exception {
        Kafka kafka = testbed.kafka();
        kafka.createTopic("linked", 1);
        try (KafkaProducer<String, String> producer = KafkaClients.producer(kafka.bootstrapProxied(), SHORT)) {
            KafkaClients.send(producer, "linked", "before");
            testbed.links().brokers().getFirst().disable();
            try {
                assertThatThrownBy(() -> KafkaClients.send(producer, "linked", "during"))
                        .hasCauseInstanceOf(org.apache.kafka.common.errors.TimeoutException.class);
                // The broker itself is well.
                assertThat(KafkaClients.read(kafka.bootstrapDirect(), "linked")).hasSize(1);
            } finally {
                testbed.links().heal();
            }
        }
        try (KafkaProducer<String, String> producer = KafkaClients.producer(kafka.bootstrapProxied(), LIMIT)) {
            KafkaClients.send(producer, "linked", "after");
        }
    }

    @Test
    void theDatabaseIsReachedThroughItsProxy() throws Exception {
        String url = testbed.postgres().jdbcUrlProxied("postgres");
        assertThat(ask(url, "SELECT 1")).isEqualTo("1");
        testbed.links().postgres().disable();
        try {
            assertThatThrownBy(() -> connect(url)).isInstanceOf(SQLException.class);
        } finally {
            testbed.links().heal();
        }
        assertThat(ask(url, "SELECT 1")).isEqualTo("1");
    }
}

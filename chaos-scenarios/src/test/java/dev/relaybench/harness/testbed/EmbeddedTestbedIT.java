package dev.relaybench.harness.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedTestbedIT {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(1500);

    @TempDir
    static Path parent;

    private static Testbed testbed;

    @BeforeAll
    static void start() {
        testbed = EmbeddedTestbed.start(parent.resolve("work"));
    }

    @AfterAll
    static void close() {
        long postgres = testbed.postgres().node().orElseThrow().pid();
        long broker = testbed.kafka().nodes().getFirst().pid();
        long watchdog = testbed.watchdog().pid();
        testbed.close();
        assertThat(List.of(postgres, broker, watchdog)).allMatch(ProcessTable::isGone);
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

    private static void execute(String database, String sql) throws SQLException {
        try (Connection connection = connect(testbed.postgres().jdbcUrl(database));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void tellsTheSettingsThatItReadBack() throws SQLException {
        assertThat(testbed.settings())
                .containsEntry("postgres.fsync", "on")
                .containsEntry("postgres.synchronous_commit", "on")
                .containsEntry("postgres.full_page_writes", "on")
                .containsEntry("postgres.track_commit_timestamp", "on")
                .containsEntry("kafka.min.insync.replicas", "1")
                .containsEntry("kafka.auto.create.topics.enable", "false")
                .containsEntry("kafka.version", "4.4.0");
        assertThat(testbed.settings().get("postgres.version")).startsWith("17.");
        assertThat(ask(testbed.postgres().jdbcUrl("postgres"), "SHOW fsync")).isEqualTo("on");
    }

    @Test
    void wantsThePasswordAndKeepsItOutOfItsFiles() throws SQLException {
        assertThatThrownBy(() -> DriverManager.getConnection(
                        testbed.postgres().jdbcUrl("postgres"),
                        testbed.postgres().user(),
                        "wrong"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("password");
        assertThat(parent.resolve("work/postgres.log"))
                .content()
                .doesNotContain(testbed.postgres().password());
    }

    @Test
    void makesAndDropsDatabasesInUse() throws SQLException {
        testbed.postgres().createDatabase("scenario_1");
        try (Connection busy = connect(testbed.postgres().jdbcUrl("scenario_1"))) {
            assertThat(busy.isValid(5)).isTrue();
            testbed.postgres().dropDatabase("scenario_1");
            assertThat(busy.isValid(5)).isFalse();
        }
        assertThatThrownBy(() -> testbed.postgres().createDatabase("a\"; drop"))
                .hasMessageContaining("use lower case letters, digits and _");
    }

    private static int portOf(Postgres postgres) {
        return Integer.parseInt(JdbcUrl.of(postgres.jdbcUrl("postgres")).hosts().replaceFirst(".*:", ""));
    }

    @Test
    void leavesAloneWhatItDidNotMake() throws SQLException {
        execute("postgres", "CREATE DATABASE somebodys");
        try {
            assertThatThrownBy(() -> testbed.postgres().dropDatabase("somebodys"))
                    .isInstanceOf(TestbedException.class)
                    .hasMessageContaining("not made by this run");
            assertThatThrownBy(() -> testbed.postgres().createDatabase("somebodys"))
                    .isInstanceOf(TestbedException.class);
            assertThatThrownBy(() -> testbed.postgres().dropDatabase("somebodys"))
                    .hasMessageContaining("not made by this run");
            assertThat(ask(testbed.postgres().jdbcUrl("somebodys"), "SELECT 1")).isEqualTo("1");
        } finally {
            execute("postgres", "DROP DATABASE somebodys");
        }
        assertThatThrownBy(() -> testbed.kafka().deleteTopic("somebodys"))
                .hasMessageContaining("The topic somebodys was not made by this run");
    }

    @Test
    void canDoEverythingThatOneBrokerAllows() {
        assertThat(testbed.capabilities())
                .containsExactlyInAnyOrder(
                        Capability.BROKER_LINK,
                        Capability.POSTGRES_LINK,
                        Capability.BROKER_PROCESS,
                        Capability.POSTGRES_PROCESS);
    }

    @Test
    void aKilledDatabaseComesBackWithItsRowsOnItsPort() throws SQLException {
        Postgres postgres = testbed.postgres();
        Node node = postgres.node().orElseThrow();
        postgres.createDatabase("killed");
        execute("killed", "CREATE TABLE t AS SELECT 42 AS answer");
        String url = postgres.jdbcUrl("killed");
        long pid = node.pid();
        List<Long> backends = ProcessTable.read().descendants(pid);
        assertThat(backends).isNotEmpty();
        node.kill();
        assertThat(node.isRunning()).isFalse();
        assertThat(backends).allMatch(ProcessTable::isGone);
        assertThatThrownBy(() -> connect(postgres.jdbcUrl("killed"))).isInstanceOf(SQLException.class);
        node.restart();
        assertThat(node.pid()).isNotEqualTo(pid);
        assertThat(postgres.jdbcUrl("killed")).isEqualTo(url);
        assertThat(ask(postgres.jdbcUrl("killed"), "SELECT answer FROM t")).isEqualTo("42");
        node.restart();
        assertThat(ask(postgres.jdbcUrl("killed"), "SELECT answer FROM t")).isEqualTo("42");
    }

    @Test
    void aDatabaseThatFindsItsPortTakenSaysSo() throws SQLException, IOException {
        Node node = testbed.postgres().node().orElseThrow();
        node.kill();
        int port = portOf(testbed.postgres());
        try (ServerSocket thief = new ServerSocket(port, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            assertThat(thief.isBound()).isTrue();
            assertThatThrownBy(node::restart)
                    .isInstanceOf(TestbedException.class)
                    .hasMessageStartingWith("PostgreSQL finds its port taken")
                    .hasMessageEndingWith("end what listens there.");
            assertThat(node.isRunning()).isFalse();
        }
        node.restart();
        assertThat(ask(testbed.postgres().jdbcUrl("postgres"), "SELECT 1")).isEqualTo("1");
    }

    @Test
    void aPausedDatabaseTakesConnectionsAndDoesNotAnswer() throws SQLException, IOException {
        Node node = testbed.postgres().node().orElseThrow();
        node.pause();
        try {
            assertThat(ProcessTable.read().descendants(node.pid())).isNotEmpty().allMatch(ProcessTable::isFrozen);
            try (Socket socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), portOf(testbed.postgres()))) {
                assertThat(socket.isConnected()).isTrue();
            }
            String url = testbed.postgres().jdbcUrl("postgres") + "?connectTimeout=1&socketTimeout=1";
            assertThatThrownBy(() -> DriverManager.getConnection(
                            url, testbed.postgres().user(), testbed.postgres().password()))
                    .isInstanceOf(SQLException.class);
        } finally {
            node.resume();
        }
        assertThat(ask(testbed.postgres().jdbcUrl("postgres"), "SELECT 1")).isEqualTo("1");
    }

    @Test
    void aTopicCanLetTheBrokerStampItsRecords() throws Exception {
        Kafka kafka = testbed.kafka();
        kafka.createTopic("stamped", 1, Map.of("message.timestamp.type", "LogAppendTime"));
        try (KafkaProducer<String, String> producer = KafkaClients.producer(kafka.bootstrapDirect(), LIMIT)) {
            KafkaClients.send(producer, "stamped", "hello");
        }
        ConsumerRecord<String, String> record =
                KafkaClients.read(kafka.bootstrapDirect(), "stamped").getFirst();
        assertThat(record.value()).isEqualTo("hello");
        assertThat(record.timestampType()).isEqualTo(TimestampType.LOG_APPEND_TIME);
        kafka.deleteTopic("stamped");
        kafka.deleteTopic("stamped");
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapDirect()))) {
            assertThat(admin.listTopics().names().get()).doesNotContain("stamped");
        }
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
            assertThat(ProcessTable.isGone(pid)).isTrue();
            broker.restart();
            assertThat(broker.pid()).isNotEqualTo(pid);
            KafkaClients.send(producer, "kept", "after");
        }
        assertThat(kafka.bootstrapDirect()).isEqualTo(bootstrap);
        List<String> kept = new ArrayList<>();
        for (int partition = 0; partition < 3; partition++) {
            KafkaClients.read(bootstrap, "kept", partition).forEach(found -> kept.add(found.value()));
        }
        assertThat(kept).hasSize(21).contains("before 0", "before 19", "after");
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
                assertThat(ProcessTable.isFrozen(broker.pid())).isTrue();
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

package dev.relaybench.harness.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
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
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What every testbed keeps whose servers are its own, wherever they run. A testbed passes it by extending it.
abstract class OwnServersContract {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(1500);

    @TempDir
    Path logs;

    /// The running testbed, the same for all tests.
    abstract Testbed testbed();

    /// The address that its ports are open on.
    String host() {
        return "127.0.0.1";
    }

    @Test
    void runsDurableServersAndSaysSo() throws SQLException {
        assertThat(testbed().settings())
                .containsEntry("postgres.fsync", "on")
                .containsEntry("postgres.synchronous_commit", "on")
                .containsEntry("postgres.full_page_writes", "on")
                .containsEntry("postgres.track_commit_timestamp", "on")
                .containsEntry("kafka.min.insync.replicas", "1")
                .containsEntry("kafka.auto.create.topics.enable", "false");
        assertThat(testbed().settings().get("postgres.version")).startsWith("17.");
        assertThat(testbed().settings().get("kafka.version")).startsWith("4.");
        assertThat(ask(testbed().postgres().jdbcUrl("postgres"), "SHOW fsync")).isEqualTo("on");
    }

    @Test
    void wantsThePasswordAndKeepsItOutOfItsLogs() throws IOException {
        assertThatThrownBy(() -> DriverManager.getConnection(
                        testbed().postgres().jdbcUrl("postgres"),
                        testbed().postgres().user(),
                        "wrong"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("password");
        assertThat(savedLog("postgres.log"))
                .contains("ready to accept connections")
                .doesNotContain(testbed().postgres().password());
    }

    @Test
    void offersAllButThreeBrokers() {
        assertThat(testbed().capabilities()).isEqualTo(EnumSet.complementOf(EnumSet.of(Capability.THREE_BROKERS)));
        assertThat(testbed().remedy(Capability.THREE_BROKERS)).contains("--brokers 3");
    }

    @Test
    void makesAndDropsDatabasesInUse() throws SQLException {
        testbed().postgres().createDatabase("scenario_1");
        try (Connection busy = connect(testbed().postgres().jdbcUrl("scenario_1"))) {
            assertThat(busy.isValid(5)).isTrue();
            testbed().postgres().dropDatabase("scenario_1");
            assertThat(busy.isValid(5)).isFalse();
        }
        assertThatThrownBy(() -> testbed().postgres().createDatabase("a\"; drop"))
                .hasMessageContaining("use lower case letters, digits and _");
    }

    @Test
    void leavesAloneWhatItDidNotMake() throws SQLException {
        execute("postgres", "CREATE DATABASE somebodys");
        try {
            assertThatThrownBy(() -> testbed().postgres().dropDatabase("somebodys"))
                    .isInstanceOf(TestbedException.class)
                    .hasMessageContaining("not made by this run");
            assertThatThrownBy(() -> testbed().postgres().createDatabase("somebodys"))
                    .isInstanceOf(TestbedException.class);
            assertThatThrownBy(() -> testbed().postgres().dropDatabase("somebodys"))
                    .hasMessageContaining("not made by this run");
            assertThat(ask(testbed().postgres().jdbcUrl("somebodys"), "SELECT 1"))
                    .isEqualTo("1");
        } finally {
            execute("postgres", "DROP DATABASE somebodys");
        }
        assertThatThrownBy(() -> testbed().kafka().deleteTopic("somebodys"))
                .hasMessageContaining("The topic somebodys was not made by this run");
    }

    @Test
    void aKilledDatabaseComesBackWithItsRowsOnItsPort() throws SQLException {
        Postgres postgres = testbed().postgres();
        Node node = postgres.node().orElseThrow();
        postgres.createDatabase("killed");
        execute("killed", "CREATE TABLE t AS SELECT 42 AS answer");
        String url = postgres.jdbcUrl("killed");
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
    }

    @Test
    void aDatabaseIsStoppedInGoodOrderAndStartsAgain() throws SQLException, IOException {
        Node node = testbed().postgres().node().orElseThrow();
        node.stop();
        assertThat(node.isRunning()).isFalse();
        node.stop();
        node.restart();
        assertThat(ask(testbed().postgres().jdbcUrl("postgres"), "SELECT 1")).isEqualTo("1");
        assertThat(savedLog("postgres.log")).contains("received fast shutdown request");
    }

    @Test
    void aDatabaseThatFindsItsPortTakenSaysSo() throws SQLException, IOException {
        Node node = testbed().postgres().node().orElseThrow();
        node.kill();
        int port = portOf(testbed().postgres());
        try (ServerSocket thief = new ServerSocket(port, 1, InetAddress.ofLiteral(host()))) {
            assertThat(thief.isBound()).isTrue();
            assertThatThrownBy(node::restart)
                    .isInstanceOf(TestbedException.class)
                    .hasMessageContaining("finds its port taken")
                    .hasMessageEndingWith("end what listens there.");
            assertThat(node.isRunning()).isFalse();
        }
        node.restart();
        assertThat(ask(testbed().postgres().jdbcUrl("postgres"), "SELECT 1")).isEqualTo("1");
    }

    @Test
    void aPausedDatabaseKeepsItsConnectionsAndDoesNotAnswer() throws SQLException {
        Node node = testbed().postgres().node().orElseThrow();
        String url = testbed().postgres().jdbcUrl("postgres");
        try (Connection open = connect(url)) {
            node.pause();
            try {
                assertThat(node.isRunning()).isTrue();
                assertThatThrownBy(() -> DriverManager.getConnection(
                                url + "?connectTimeout=1&socketTimeout=1",
                                testbed().postgres().user(),
                                testbed().postgres().password()))
                        .isInstanceOf(SQLException.class);
            } finally {
                node.resume();
            }
            assertThat(open.isValid(5)).isTrue();
        }
    }

    @Test
    void aPausedDatabaseCanBeKilledAndStartedAgain() throws SQLException {
        Node node = testbed().postgres().node().orElseThrow();
        node.pause();
        node.kill();
        assertThat(node.isRunning()).isFalse();
        node.restart();
        node.pause();
        node.restart();
        assertThat(ask(testbed().postgres().jdbcUrl("postgres"), "SELECT 1")).isEqualTo("1");
    }

    @Test
    void aTopicCanLetTheBrokerStampItsRecords() throws Exception {
        Kafka kafka = testbed().kafka();
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
        Kafka kafka = testbed().kafka();
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
            broker.stop();
            broker.restart();
            KafkaClients.send(producer, "kept", "later");
        }
        assertThat(kafka.bootstrapDirect()).isEqualTo(bootstrap);
        List<String> kept = new ArrayList<>();
        for (int partition = 0; partition < 3; partition++) {
            KafkaClients.read(bootstrap, "kept", partition).forEach(found -> kept.add(found.value()));
        }
        assertThat(kept).hasSize(22).contains("before 0", "before 19", "after", "later");
    }

    @Test
    void aPausedBrokerKeepsItsConnectionsAndConfirmsNothing() throws Exception {
        Kafka kafka = testbed().kafka();
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
    }

    @Test
    void kafkaIsNotReachedAroundItsProxy() throws Exception {
        Kafka kafka = testbed().kafka();
        kafka.createTopic("linked", 1);
        try (KafkaProducer<String, String> producer = KafkaClients.producer(kafka.bootstrapProxied(), SHORT)) {
            KafkaClients.send(producer, "linked", "before");
            testbed().links().brokers().getFirst().disable();
            try {
                assertThatThrownBy(() -> KafkaClients.send(producer, "linked", "during"))
                        .hasCauseInstanceOf(org.apache.kafka.common.errors.TimeoutException.class);
                // The broker itself is well.
                assertThat(KafkaClients.read(kafka.bootstrapDirect(), "linked")).hasSize(1);
            } finally {
                testbed().links().heal();
            }
        }
        try (KafkaProducer<String, String> producer = KafkaClients.producer(kafka.bootstrapProxied(), LIMIT)) {
            KafkaClients.send(producer, "linked", "after");
        }
    }

    @Test
    void theDatabaseIsReachedThroughItsProxy() throws Exception {
        String url = testbed().postgres().jdbcUrlProxied("postgres");
        assertThat(ask(url, "SELECT 1")).isEqualTo("1");
        testbed().links().postgres().disable();
        try {
            assertThatThrownBy(() -> connect(url)).isInstanceOf(SQLException.class);
        } finally {
            testbed().links().heal();
        }
        assertThat(ask(url, "SELECT 1")).isEqualTo("1");
    }

    private Connection connect(String url) throws SQLException {
        return DriverManager.getConnection(
                url + "?connectTimeout=5&socketTimeout=5",
                testbed().postgres().user(),
                testbed().postgres().password());
    }

    final String ask(String url, String sql) throws SQLException {
        try (Connection connection = connect(url);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    private void execute(String database, String sql) throws SQLException {
        try (Connection connection = connect(testbed().postgres().jdbcUrl(database));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private String savedLog(String name) throws IOException {
        testbed().saveLogs(logs);
        return Files.readString(logs.resolve(name));
    }

    private static int portOf(Postgres postgres) {
        return Integer.parseInt(JdbcUrl.of(postgres.jdbcUrl("postgres")).hosts().replaceFirst(".*:", ""));
    }
}

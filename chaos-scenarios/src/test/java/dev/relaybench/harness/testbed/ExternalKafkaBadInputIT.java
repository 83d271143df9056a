package dev.relaybench.harness.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What somebody's Kafka may be like, and the sentence for it.
@ExtendWith(SharedGuest.class)
class ExternalKafkaBadInputIT {
    private Guest guest;
    private Refusals refusals;
    private Map<String, String> settings;

    @BeforeEach
    void prepare(Guest shared) {
        guest = shared;
        refusals = new Refusals(guest);
        settings = secure(Guest.RELAY);
    }

    private Map<String, String> secure(String user) {
        Map<String, String> all = guest.secure(user);
        all.keySet().removeIf(key -> key.startsWith("link.") || key.startsWith("toxiproxy."));
        return all;
    }

    private String server() {
        return settings.getOrDefault("kafka.bootstrap-servers", "");
    }

    private void server(String address) {
        settings.put("kafka.bootstrap-servers", address);
    }

    private void refused(String sentence) throws Exception {
        refusals.refused(settings, sentence);
    }

    @Test
    void nothingThere() throws Exception {
        try (PortLease port = PortLease.take()) {
            server("127.0.0.1:" + port.port());
            refused("Nothing listens for Kafka at " + server() + ": start it, or correct kafka.bootstrap-servers.");
        }
    }

    @Test
    void anUnknownHost() throws Exception {
        server("nowhere.invalid:9092");
        refused("Kafka's host nowhere.invalid is unknown: correct kafka.bootstrap-servers.");
    }

    @Test
    void aServerThatIsMute() throws Exception {
        try (SilentServer mute = SilentServer.open()) {
            server(mute.address());
            refused("Kafka at " + mute.address()
                    + " does not answer: correct kafka.bootstrap-servers, or open the firewall between.");
        }
    }

    @Test
    void aServerThatIsNoKafka() throws Exception {
        server(guest.plain().getOrDefault("toxiproxy.url", "").replace("http://", ""));
        refused("What listens at " + server() + " does not speak Kafka: correct kafka.bootstrap-servers.");
    }

    @Test
    void aBrokerThatIsTooOld() throws Exception {
        try (OldBroker old = OldBroker.open()) {
            settings = guest.direct();
            server(old.address());
            refused("Kafka at " + old.address() + " is older than 3.0: upgrade it.");
        }
    }

    @Test
    void aWrongPassword() throws Exception {
        settings.compute(
                "kafka.client.sasl.jaas.config", (key, value) -> value.replace(Guest.PASSWORD, "wrong-secret"));
        refused("Kafka at " + server() + " refuses the login: correct kafka.client.sasl.jaas.config and"
                + " kafka.client.sasl.mechanism.");
    }

    @Test
    void aMechanismThatIsNotOffered() throws Exception {
        settings.put("kafka.client.sasl.mechanism", "SCRAM-SHA-512");
        refused("Kafka at " + server()
                + " offers the SASL mechanisms PLAIN: set kafka.client.sasl.mechanism to one of them.");
    }

    @Test
    void aCertificateThatIsNotTrusted() throws Exception {
        settings.keySet().removeIf(key -> key.startsWith("kafka.client.ssl."));
        refused("The TLS handshake with Kafka at " + server() + " failed (its certificate is not trusted here): correct"
                + " kafka.client.ssl.* to fit the broker's certificate.");
    }

    @Test
    void aTrustStoreThatDoesNotOpen() throws Exception {
        settings.put("kafka.client.ssl.truststore.password", "wrong-secret");
        refused("Kafka at " + server() + " could not name its brokers \\(.*\\): correct that and run again\\.");
    }

    @Test
    void plainTextToTls() throws Exception {
        settings.keySet().removeIf(key -> key.startsWith("kafka.client."));
        refused("Kafka at " + server() + " speaks SASL_SSL, and kafka.client.security.protocol is PLAINTEXT: set it to"
                + " SASL_SSL, or name another listener in kafka.bootstrap-servers.");
    }

    @Test
    void tlsWithoutALogin() throws Exception {
        settings.put("kafka.client.security.protocol", "SSL");
        refused("Kafka at " + server() + " speaks SASL_SSL, and kafka.client.security.protocol is SSL: set it to"
                + " SASL_SSL, or name another listener in kafka.bootstrap-servers.");
    }

    @Test
    void tlsToPlainText() throws Exception {
        server(guest.direct().getOrDefault("kafka.bootstrap-servers", ""));
        refused("Kafka at " + server() + " speaks PLAINTEXT, and kafka.client.security.protocol is SASL_SSL: set it to"
                + " PLAINTEXT, or name another listener in kafka.bootstrap-servers.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cannot-create | create topics | Create and Describe on the topics with the prefix relaybench_",
                "cannot-write | write to a topic | Write on the topics with the prefix relaybench_",
                "cannot-write-anywhere | write with an idempotent producer | IdempotentWrite on the cluster, or"
                        + " Write on"
                        + " the topics with the prefix relaybench_",
                "cannot-read | read a topic | Read on the topics with the prefix relaybench_"
            })
    void aPermissionThatLacks(String user, String purpose, String permission) throws Exception {
        settings = secure(user);
        refused("Kafka at " + server() + " does not let this user " + purpose + ": grant " + permission + ".");
    }

    /// Kafka tells who may not delete only about a topic that is there, so that one stays and is named.
    @Test
    void aUserWhoMayNotDeleteLeavesATopicThatIsNamed() throws Exception {
        settings = secure("cannot-delete");
        Set<String> before = ServerContents.of(guest).topics();
        assertThatThrownBy(() -> ExternalTestbed.start(guest.read(settings)))
                .isInstanceOf(TestbedException.class)
                .hasMessageMatching("Kafka at " + server() + " does not let this user delete the topic"
                        + " relaybench_probe_[0-9a-f]{16}, which stays behind: grant Delete on the topics with"
                        + " the prefix"
                        + " relaybench_, and delete it\\.");
        Set<String> left = new TreeSet<>(ServerContents.of(guest).topics());
        left.removeAll(before);
        assertThat(left).hasSize(1);
        try (Admin admin =
                Admin.create(Map.of("bootstrap.servers", guest.testbed().kafka().bootstrapDirect()))) {
            admin.deleteTopics(left).all().get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void brokersWhoseAddressesLeadNowhere() throws Exception {
        settings = guest.direct();
        server(guest.plain().getOrDefault("link.kafka-1.upstream", ""));
        refused("Kafka at " + server() + " could not name its brokers in 8 s: see whether every broker is up and"
                + " whether the addresses that they advertise can be reached from here.");
    }

    @Test
    void aClockThatIsOff() {
        ExternalSettings external = guest.read(guest.direct());
        Secrets secrets = Secrets.of(external);
        Clock late = Clock.offset(Clock.systemUTC(), Duration.ofSeconds(2));
        try (var kafka = new ExternalKafka(external, secrets)) {
            KafkaProbe probe = new KafkaProbe(KafkaLogin.of(external, secrets), kafka, late, new Notices());
            assertThatThrownBy(() -> probe.run(1))
                    .isInstanceOf(TestbedException.class)
                    .hasMessageMatching("The clock of the Kafka broker at 127.0.0.1:\\d+ is (19|20)\\d\\d ms"
                            + " \\(give or take \\d+\\.\\d ms\\) behind this host's, and 50 ms is the most that results"
                            + " allow: synchronise both by NTP \\(chrony\\)\\.");
        }
    }

    @Test
    void settingsThatMayNotBeReadAreNoticed() {
        try (Testbed testbed = ExternalTestbed.start(guest.read(settings))) {
            assertThat(testbed.notices())
                    .containsExactly("Kafka at " + server() + " does not tell its settings to this user: grant"
                            + " DescribeConfigs on the cluster to have them in the report.");
            assertThat(testbed.settings())
                    .containsEntry("kafka.security.protocol", "SASL_SSL")
                    .containsKey("kafka.replication.factor");
        }
    }
}

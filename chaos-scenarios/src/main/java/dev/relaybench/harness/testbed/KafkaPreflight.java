package dev.relaybench.harness.testbed;

import java.io.IOException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.utils.internals.AppInfoParser;

/// Finds out before a run whether somebody's Kafka lets it happen; makes nothing but one topic, and deletes it.
final class KafkaPreflight {
    private static final Duration HEARING = Duration.ofSeconds(3);
    private static final String DEFAULT_MECHANISM = "GSSAPI";
    private static final List<String> REPORTED = List.of(
            "default.replication.factor",
            "min.insync.replicas",
            "auto.create.topics.enable",
            "unclean.leader.election.enable",
            "log.flush.interval.messages",
            "message.max.bytes");

    private final ExternalSettings settings;
    private final KafkaLogin login;
    private final ExternalKafka kafka;
    private final InstantSource clock;
    private final Notices notices;

    KafkaPreflight(
            ExternalSettings settings, KafkaLogin login, ExternalKafka kafka, InstantSource clock, Notices notices) {
        this.settings = settings;
        this.login = login;
        this.kafka = kafka;
        this.clock = clock;
        this.notices = notices;
    }

    /// Checks one thing after another, the most basic first.
    ///
    /// @return what the brokers say of themselves
    /// @throws TestbedException in one sentence, if a run is impossible here
    Map<String, String> check() {
        for (String server : settings.bootstrapServers().split(",", -1)) {
            hear(HostPort.of(server).orElseThrow());
        }
        List<Node> brokers = login.ask(
                "name its brokers",
                "Describe on the cluster",
                admin -> List.copyOf(KafkaLogin.get(admin.describeCluster().nodes())));
        kafka.has(brokers.size());
        Map<String, String> found = new LinkedHashMap<>();
        found.put("client-version", AppInfoParser.getVersion());
        found.put("brokers", Integer.toString(brokers.size()));
        found.put("security.protocol", settings.securityProtocol());
        found.put("metadata.version", metadataVersion());
        found.putAll(brokerSettings(brokers.getFirst()));
        notices.autoCreation(login.name(), found);
        notices.leftovers(
                "topic",
                OwnNames.among(login.ask(
                        "list its topics",
                        "Describe on the topics " + KafkaProbe.OURS,
                        admin -> KafkaLogin.get(admin.listTopics().names()))));
        found.putAll(new KafkaProbe(login, kafka, clock, notices).run(brokers.size()));
        return found;
    }

    private void hear(HostPort address) {
        KafkaDialect dialect;
        try {
            dialect = KafkaDialect.heard(address, HEARING);
        } catch (UnknownHostException e) {
            throw new TestbedException(
                    "Kafka's host " + address.host() + " is unknown: correct kafka.bootstrap-servers.", e);
        } catch (java.net.ConnectException e) {
            throw new TestbedException(
                    "Nothing listens for Kafka at " + address + ": start it, or correct kafka.bootstrap-servers.", e);
        } catch (NoRouteToHostException | SocketTimeoutException e) {
            throw new TestbedException(
                    "Kafka at " + address + " does not answer: correct kafka.bootstrap-servers, or"
                            + " open the firewall between.",
                    e);
        } catch (IOException e) {
            throw new TestbedException(
                    "What listens at " + address + " does not speak Kafka: correct kafka.bootstrap-servers.", e);
        }
        compare("Kafka at " + address, dialect);
    }

    private void compare(String name, KafkaDialect dialect) {
        String protocol = settings.securityProtocol();
        boolean sasl = dialect.sasl().orElse(settings.speaksSasl());
        if (dialect.tls() != settings.speaksTls() || sasl != settings.speaksSasl()) {
            String spoken = (sasl ? "SASL_" : "") + (dialect.tls() ? "SSL" : "PLAINTEXT");
            throw new TestbedException(name + " speaks " + spoken
                    + ", and kafka.client.security.protocol is " + protocol + ": set it to " + spoken
                    + ", or name another listener in kafka.bootstrap-servers.");
        }
        String mechanism = settings.kafkaClient().getOrDefault("sasl.mechanism", DEFAULT_MECHANISM);
        if (sasl && !dialect.mechanisms().isEmpty() && !dialect.mechanisms().contains(mechanism)) {
            throw new TestbedException(name + " offers the SASL mechanisms " + String.join(", ", dialect.mechanisms())
                    + ": set kafka.client.sasl.mechanism to one of them.");
        }
        if (!dialect.requests().isEmpty() && !dialect.requests().contains(KafkaDialect.CAME_WITH_3_0)) {
            throw new TestbedException(name + " is older than 3.0: upgrade it.");
        }
    }

    private String metadataVersion() {
        return login.ask("tell its features", "Describe on the cluster", admin -> {
            FinalizedVersionRange range = KafkaLogin.get(
                            admin.describeFeatures().featureMetadata())
                    .finalizedFeatures()
                    .get("metadata.version");
            return range == null ? "none (ZooKeeper)" : "level " + range.maxVersionLevel();
        });
    }

    /// Needs a permission that a run does not: without it the report lacks them, and no more.
    private Map<String, String> brokerSettings(Node broker) {
        try {
            return login.ask("tell its settings", "DescribeConfigs on the cluster", admin -> {
                var resource = new ConfigResource(ConfigResource.Type.BROKER, broker.idString());
                Config config = Objects.requireNonNull(
                        KafkaLogin.get(admin.describeConfigs(List.of(resource)).all())
                                .get(resource));
                Map<String, String> found = new LinkedHashMap<>();
                for (String name : REPORTED) {
                    if (config.get(name) != null) {
                        found.put(name, String.valueOf(config.get(name).value()));
                    }
                }
                return found;
            });
        } catch (TestbedException e) {
            if (!KafkaLogin.isDenied(e)) {
                throw e;
            }
            notices.add(login.name() + " does not tell its settings to this user: grant DescribeConfigs on the cluster"
                    + " to have them in the report.");
            return Map.of();
        }
    }
}

package dev.relaybench.harness.testbed;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// An embedded testbed that tests reach by its addresses alone, as somebody's own servers: in plain text, and by TLS
/// with a login and access rules.
public final class Guest implements AutoCloseable {
    /// Has every permission that a run needs, and no other.
    public static final String RELAY = "relay";

    static final String PASSWORD = "login-secret-71ad";
    /// Each lacks what its name says.
    static final List<String> USERS =
            List.of(RELAY, "cannot-create", "cannot-write", "cannot-write-anywhere", "cannot-read", "cannot-delete");

    private static final String SECURE = "SECURE";
    private static final String SECURE_GUEST = "SECURE_GUEST";

    private final Path directory;
    private final Certificates certificates;
    private final EmbeddedTestbed testbed;
    private final Map<String, String> plain = new TreeMap<>();
    private final AtomicInteger files = new AtomicInteger();

    private Guest(Path directory) throws IOException, GeneralSecurityException {
        this.directory = directory;
        this.certificates = Certificates.make(directory);
        Path rules = Files.writeString(
                directory.resolve("hba.conf"),
                "hostnossl all tls_only 127.0.0.1/32 reject\nhost all all 127.0.0.1/32 scram-sha-256\n");
        TestbedPlan plan = TestbedPlan.standard()
                .withGuest()
                .withListener(new TestbedPlan.Listener(SECURE, "SASL_SSL", false))
                .withListener(new TestbedPlan.Listener(SECURE_GUEST, "SASL_SSL", true))
                .withBrokerSettings(brokerSettings(certificates))
                .withPostgresSettings(Map.of(
                        "ssl", "on",
                        "ssl_cert_file", certificates.certificate().toString(),
                        "ssl_key_file", certificates.key().toString(),
                        "hba_file", rules.toString()));
        this.testbed = EmbeddedTestbed.start(directory.resolve("testbed"), plan);
        var read = new Properties();
        try (Reader reader = Files.newBufferedReader(testbed.writeGuestSettings(directory.resolve("plain")))) {
            read.load(reader);
        }
        read.stringPropertyNames().forEach(key -> plain.put(key, read.getProperty(key)));
        AccessRules.write(testbed.kafka().bootstrapDirect());
    }

    static Guest start() {
        try {
            return new Guest(Files.createTempDirectory("relaybench-guest-"));
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, String> brokerSettings(Certificates certificates) {
        String logins = "org.apache.kafka.common.security.plain.PlainLoginModule required "
                + USERS.stream()
                        .map(user -> "user_" + user + "=\"" + PASSWORD + "\"")
                        .collect(Collectors.joining(" "))
                + ";";
        Map<String, String> settings = new TreeMap<>();
        settings.put("ssl.keystore.type", "PKCS12");
        settings.put("ssl.keystore.location", certificates.keyStore().toString());
        settings.put("ssl.keystore.password", Certificates.PASSWORD);
        settings.put("sasl.enabled.mechanisms", "PLAIN");
        settings.put("listener.name.secure.plain.sasl.jaas.config", logins);
        settings.put("listener.name.secure_guest.plain.sasl.jaas.config", logins);
        settings.put("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
        // Whoever comes through a listener without a login: the harness, the brokers themselves.
        settings.put("super.users", "User:ANONYMOUS");
        return settings;
    }

    public Testbed testbed() {
        return testbed;
    }

    Certificates certificates() {
        return certificates;
    }

    /// The settings that the testbed itself writes for a guest.
    Map<String, String> plain() {
        return new TreeMap<>(plain);
    }

    /// The same without links.
    public Map<String, String> direct() {
        Map<String, String> settings = plain();
        settings.keySet().removeIf(key -> key.startsWith("link.") || key.startsWith("toxiproxy."));
        return settings;
    }

    /// TLS everywhere, and a login to Kafka.
    public Map<String, String> secure(String user) {
        BrokerPorts broker = testbed.brokerPorts().getFirst();
        BrokerPorts.OpenListener link = broker.listener(SECURE_GUEST);
        Map<String, String> settings = plain();
        settings.merge(
                "postgres.url", "?sslmode=verify-full&sslrootcert=" + certificates.certificate(), String::concat);
        settings.put(
                "kafka.bootstrap-servers",
                "127.0.0.1:" + broker.listener(SECURE).broker().port());
        settings.put("kafka.client.security.protocol", "SASL_SSL");
        settings.put("kafka.client.sasl.mechanism", "PLAIN");
        settings.put(
                "kafka.client.sasl.jaas.config",
                "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"" + user + "\" password=\""
                        + PASSWORD + "\";");
        settings.put("kafka.client.ssl.truststore.type", "PKCS12");
        settings.put(
                "kafka.client.ssl.truststore.location",
                certificates.trustStore().toString());
        settings.put("kafka.client.ssl.truststore.password", Certificates.PASSWORD);
        settings.put("link.kafka-1.listen", "127.0.0.1:" + link.advertised());
        settings.put("link.kafka-1.upstream", "127.0.0.1:" + link.broker().port());
        return settings;
    }

    /// Everything in the secure settings that must not be seen anywhere.
    public List<String> secrets() {
        return List.of(
                PASSWORD,
                Certificates.PASSWORD,
                testbed.postgres().password(),
                certificates.certificate().toString(),
                "PlainLoginModule");
    }

    /// Writes settings to a file and reads them as a user's.
    public ExternalSettings read(Map<String, String> settings) {
        return ExternalSettings.read(write(settings));
    }

    Path write(Map<String, String> settings) {
        Path file = directory.resolve("settings-" + files.incrementAndGet());
        var properties = new Properties();
        properties.putAll(settings);
        try (Writer writer = Files.newBufferedWriter(file)) {
            properties.store(writer, null);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return file;
    }

    @Override
    public void close() throws IOException {
        testbed.close();
        try (Stream<Path> left = Files.list(directory)) {
            for (Path file : left.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }
}

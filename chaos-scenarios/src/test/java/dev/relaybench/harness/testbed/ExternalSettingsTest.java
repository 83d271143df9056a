package dev.relaybench.harness.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExternalSettingsTest {
    private static final List<String> LEAST = List.of(
            "postgres.url = jdbc:postgresql://db:5432/postgres",
            "postgres.user = relaybench",
            "postgres.password = secret",
            "kafka.bootstrap-servers = kafka:9092");

    @TempDir
    private Path directory;

    private ExternalSettings read(Map<String, String> environment, String... more) throws IOException {
        List<String> lines = new ArrayList<>(LEAST);
        lines.addAll(List.of(more));
        return ExternalSettings.read(Files.write(directory.resolve("settings"), lines), environment);
    }

    private void refused(String sentence, String... more) {
        assertThatThrownBy(() -> read(Map.of(), more))
                .isInstanceOf(TestbedException.class)
                .hasMessage("The settings in " + directory.resolve("settings") + " cannot be used: " + sentence + ".");
    }

    @Test
    void needsLittle() throws IOException {
        ExternalSettings settings = read(Map.of());
        assertThat(settings.postgres().url().hosts()).isEqualTo("db:5432");
        assertThat(settings.bootstrapServers()).isEqualTo("kafka:9092");
        assertThat(settings.toxiproxy()).isEmpty();
        assertThat(settings.links()).isEmpty();
        assertThat(settings.securityProtocol()).isEqualTo("PLAINTEXT");
    }

    @Test
    void takesSecretsFromTheEnvironment() throws IOException {
        ExternalSettings settings = read(
                Map.of("DB_SECRET", "a$1\\b", "USER_NAME", "me"),
                "postgres.password = ${DB_SECRET}",
                "kafka.client.sasl.jaas.config = Login required username=\"${USER_NAME}\" password=\"${DB_SECRET}\";");
        assertThat(settings.postgres().password()).isEqualTo("a$1\\b");
        assertThat(settings.kafkaClient())
                .containsEntry("sasl.jaas.config", "Login required username=\"me\" password=\"a$1\\b\";");
    }

    @Test
    void anEnvironmentVariableThatIsNotSetIsAnError() {
        refused(
                "postgres.password refers to the environment variable NO_SUCH, which is not set: export it;"
                        + " postgres.password is missing: it is the password of postgres.user",
                "postgres.password = ${NO_SUCH}");
    }

    @Test
    void readsLinksInTheOrderOfTheirBrokers() throws IOException {
        ExternalSettings settings = read(
                Map.of(),
                "toxiproxy.url = http://toxi:8474/",
                "link.kafka-10.listen = 0.0.0.0:21010",
                "link.kafka-10.upstream = kafka-10:9093",
                "link.kafka-10.address = toxi:21010",
                "link.kafka-2.listen = toxi:21002",
                "link.kafka-2.upstream = kafka-2:9093",
                "link.postgres.listen = toxi:25432",
                "link.postgres.upstream = db:5432");
        assertThat(settings.brokerLinks()).containsExactly("kafka-2", "kafka-10");
        assertThat(settings.link("kafka-10").address()).hasToString("toxi:21010");
        assertThat(settings.link("kafka-2").address()).hasToString("toxi:21002");
        assertThat(settings.toxiproxy()).contains(new HostPort("toxi", 8474));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "postgres.pasword = x | postgres.pasword is not a setting (did you mean postgres.password?)",
                "kafka.client.sasl.mechansim = PLAIN | kafka.client.sasl.mechansim is not a setting (did you mean"
                        + " kafka.client.sasl.mechanism?)",
                "kafka.client.acks = all | kafka.client.acks is not a setting",
                "link.kafka-1.adress = a:1 | link.kafka-1.adress is not a setting (did you mean link.kafka-1.address?)",
                "colour = blue | colour is not a setting",
                "postgres.url = jdbc:mysql://h/d?password=hush | postgres.url is not of the form"
                        + " jdbc:postgresql://host:port/database",
                "postgres.url = jdbc:postgresql://h:1,i:2/d | postgres.url names several hosts: name the primary alone",
                "postgres.url = jdbc:postgresql://me:hush@h:1/d | postgres.url must name its server as host:port",
                "postgres.url = jdbc:postgresql://h/d | postgres.url must name its server as host:port",
                "postgres.url = jdbc:postgresql://h:1/d?ssl=true&password=hush | postgres.url holds a user or a"
                        + " password:"
                        + " they belong in postgres.user and postgres.password",
                "kafka.bootstrap-servers = kafka | kafka.bootstrap-servers must be host:port, or several separated by"
                        + " commas, but is 'kafka'",
                "kafka.bootstrap-servers = kafka:99999 | kafka.bootstrap-servers must be host:port, or several"
                        + " separated"
                        + " by commas, but is 'kafka:99999'",
                "kafka.client.security.protocol = TLS | kafka.client.security.protocol must be one of PLAINTEXT, SSL,"
                        + " SASL_PLAINTEXT, SASL_SSL, but is 'TLS'",
                "kafka.client.ssl.truststore.location = /nowhere/hush | kafka.client.ssl.truststore.location"
                        + " names a file"
                        + " that cannot be read",
                "toxiproxy.url = https://t:1 | toxiproxy.url must be http://host:port; link.kafka-1.listen is"
                        + " missing: a"
                        + " Toxiproxy is of use only with a link",
                "link.kafka-1.listen = t:1 | toxiproxy.url is missing: without a Toxiproxy there is no link.kafka-1;"
                        + " link.kafka-1.upstream is missing: it is host:port",
            })
    void aMistakeIsNamedAndShowsNoSecret(String line, String sentence) {
        refused(sentence, line);
        assertThat(sentence).doesNotContain("hush");
    }

    @Test
    void allMistakesAreToldAtOnce() throws IOException {
        Path file = Files.writeString(directory.resolve("settings"), "postgres.user = me\n");
        assertThatThrownBy(() -> ExternalSettings.read(file))
                .hasMessage("The settings in " + file + " cannot be used: postgres.url is missing: it is"
                        + " jdbc:postgresql://host:port/database; postgres.password is missing: it is the password of"
                        + " postgres.user; kafka.bootstrap-servers is missing: it is host:port, or several separated by"
                        + " commas.");
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> ExternalSettings.read(directory.resolve("no")))
                .isInstanceOf(TestbedException.class)
                .hasMessage("The settings file " + directory.resolve("no")
                        + " cannot be read (NoSuchFileException): name one that is there and may be read.");
    }

    @Test
    void showsNoSecretInItsText() throws IOException {
        ExternalSettings settings = read(
                Map.of(),
                "postgres.url = jdbc:postgresql://db:5432/postgres?sslmode=require&sslpassword=hush-1",
                "postgres.password = hush-2",
                "kafka.client.sasl.jaas.config = Login required username=\"me\" password=\"hush-3\";");
        assertThat(settings.toString()).doesNotContain("hush").contains("db:5432");
        Secrets secrets = Secrets.of(settings);
        assertThat(secrets.hide("No driver for jdbc:postgresql://db:5432/postgres?sslmode=require&sslpassword=hush-1"))
                .isEqualTo("No driver for jdbc:postgresql://db:5432/postgres***");
        assertThat(secrets.hide("user me with hush-2 or 'hush-3' must require TLS"))
                .isEqualTo("user me with *** or '***' must require TLS");
    }

    @Test
    void aFailureThatTellsASecretLosesItsCause() throws IOException {
        Secrets secrets = Secrets.of(read(Map.of(), "postgres.password = hush"));
        var telling = new IllegalStateException("cannot", new IllegalStateException("bad URL with hush in it"));
        assertThat(secrets.failure("It failed.", telling)).hasNoCause();
        var decent = new IllegalStateException("cannot");
        assertThat(secrets.failure("It failed.", decent)).hasCause(decent);
        assertThat(secrets.clean(new TestbedException("Not with hush.", telling)))
                .hasMessage("Not with ***.")
                .hasNoCause();
    }
}

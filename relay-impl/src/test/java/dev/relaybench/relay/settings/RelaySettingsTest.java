package dev.relaybench.relay.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RelaySettingsTest {
    private static final Map<String, String> REQUIRED = Map.of(
            "relay.jdbc.url", "jdbc:postgresql://127.0.0.1:5432/app",
            "relay.jdbc.user", "app",
            "relay.kafka.bootstrap-servers", "127.0.0.1:9092");

    @Test
    void defaultsAreThoseOfTheOriginal() {
        OutboxSettings outbox = with(Map.of()).outbox();

        assertThat(outbox.channel().capacity()).isEqualTo(1_024);
        assertThat(outbox.channel().workerCount()).isEqualTo(1);
        assertThat(outbox.polling().fixedDelay()).isEqualTo(Duration.ofSeconds(2));
        assertThat(outbox.polling().batchSize()).isEqualTo(10);
        assertThat(outbox.polling().drainUntilEmpty()).isTrue();
    }

    @Test
    void defaultsOfKafkaAndHttp() {
        RelaySettings settings = with(Map.of());

        assertThat(settings.httpPort()).isZero();
        assertThat(settings.kafka())
                .isEqualTo(new KafkaSettings(
                        "127.0.0.1:9092",
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(3),
                        Duration.ofSeconds(3),
                        Duration.ZERO,
                        Duration.ofMillis(500),
                        Map.of(),
                        EventSettings.Format.RAW));
        assertThat(with(Map.of("relay.record-format", "envelope")).kafka().format())
                .isEqualTo(EventSettings.Format.ENVELOPE);
    }

    @Test
    void securityOfKafkaClientsIsPassedOnAndNothingElse() {
        RelaySettings settings = with(Map.of(
                "relay.kafka.client.security.protocol", "SASL_SSL",
                "relay.kafka.client.sasl.jaas.config", "secret"));

        assertThat(settings.kafka().security())
                .containsOnly(Map.entry("security.protocol", "SASL_SSL"), Map.entry("sasl.jaas.config", "secret"));
        assertThat(settings.kafka().toString()).doesNotContain("secret");
        assertThatThrownBy(() -> with(Map.of("relay.kafka.client.acks", "1")))
                .hasMessageContaining("relay.kafka.client.acks is not a setting")
                .hasMessageContaining("ssl.*");
    }

    @Test
    void readsAFile(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("relay.properties");
        Files.writeString(file, """
                relay.jdbc.url = jdbc:postgresql://127.0.0.1:5432/app
                relay.jdbc.user = app
                relay.kafka.bootstrap-servers = 127.0.0.1:9092, 127.0.0.1:9093
                pg.scheduler.polling-worker.fixed-delay-ms = 100
                """);

        RelaySettings settings = RelaySettings.read(file);

        assertThat(settings.outbox().polling().fixedDelay()).isEqualTo(Duration.ofMillis(100));
        assertThat(settings.kafka().bootstrapServers()).isEqualTo("127.0.0.1:9092, 127.0.0.1:9093");
    }

    @Test
    void refusesAFileThatIsNotThere(@TempDir Path directory) {
        assertThatThrownBy(() -> RelaySettings.read(directory.resolve("none")))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining(directory.resolve("none").toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"relay.jdbc.url", "relay.jdbc.user", "relay.kafka.bootstrap-servers"})
    void refusesAMissingRequiredKey(String key) {
        Map<String, String> values = new HashMap<>(REQUIRED);
        values.remove(key);

        assertThatThrownBy(() -> RelaySettings.of(values))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining(key + " is missing");
    }

    @ParameterizedTest
    @CsvSource({
        "pg.outbox.channel.capacity, 0",
        "pg.outbox.channel.worker-count, 0",
        "pg.outbox.channel.take-size, -1",
        "pg.outbox.refused-backoff-max-ms, 0",
        "pg.scheduler.polling-worker.fixed-delay-ms, 0",
        "pg.scheduler.polling-worker.fixed-delay-ms, 2s",
        "pg.scheduler.polling-worker.batch-size, 0",
        "pg.scheduler.polling-worker.batch-size, 10001",
        "pg.scheduler.polling-worker.batch-size, 99999999999999999999",
        "pg.scheduler.polling-worker.drain-until-empty, yes",
        "relay.http.port, 65536",
        "relay.jdbc.pool-size, 0",
        "relay.jdbc.connection-timeout-ms, 249",
        "relay.jdbc.statement-timeout-ms, 0",
        "relay.jdbc.url, jdbc:mysql://127.0.0.1/app",
        "relay.kafka.bootstrap-servers, localhost",
        "relay.kafka.delivery-timeout-ms, 0",
        "relay.kafka.request-timeout-ms, 0",
        "relay.kafka.max-block-ms, 0",
        "relay.kafka.linger-ms, -1",
        "relay.kafka.reconnect-backoff-max-ms, 49"
    })
    void refusesAnImpossibleValueNamingKeyValueAndRule(String key, String value) {
        assertThatThrownBy(() -> with(Map.of(key, value)))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining(key + " must be ")
                .hasMessageContaining("but is '" + value + "'");
    }

    @Test
    void refusesARequestTimeoutAboveTheDeliveryTimeout() {
        assertThatThrownBy(() -> with(
                        Map.of("relay.kafka.request-timeout-ms", "5000", "relay.kafka.delivery-timeout-ms", "4000")))
                .hasMessageContaining("relay.kafka.delivery-timeout-ms = 4000 must be at least "
                        + "relay.kafka.request-timeout-ms + relay.kafka.linger-ms = 5000");
    }

    @Test
    void refusesAPoolThatTheWorkersAloneWouldFill() {
        assertThatThrownBy(() -> with(Map.of("relay.jdbc.pool-size", "5", "pg.outbox.channel.worker-count", "4")))
                .hasMessageContaining("relay.jdbc.pool-size = 5 must be at least")
                .hasMessageContaining("= 6");
        assertThat(with(Map.of("relay.jdbc.pool-size", "6", "pg.outbox.channel.worker-count", "4")))
                .isNotNull();
    }

    @Test
    void namesTheKeyThatWasMeant() {
        assertThatThrownBy(() -> with(Map.of("pg.scheduler.poling-worker.batch-size", "10")))
                .hasMessageContaining("pg.scheduler.poling-worker.batch-size is not a setting, "
                        + "did you mean pg.scheduler.polling-worker.batch-size?");
    }

    @Test
    void guessesNothingForAKeyThatIsNotNear() {
        assertThatThrownBy(() -> with(Map.of("spring.datasource.url", "x")))
                .hasMessageContaining("spring.datasource.url is not a setting")
                .hasMessageNotContaining("did you mean");
    }

    @Test
    void namesAllOffendingKeysAtOnce() {
        assertThatThrownBy(() -> RelaySettings.of(Map.of(
                        "relay.jdbc.url", "nonsense",
                        "relay.http.port", "x",
                        "unknown", "1")))
                .hasMessageContaining("relay.jdbc.url must be")
                .hasMessageContaining("relay.jdbc.user is missing")
                .hasMessageContaining("relay.kafka.bootstrap-servers is missing")
                .hasMessageContaining("relay.http.port must be")
                .hasMessageContaining("unknown is not a setting");
    }

    @Test
    void showsNoPassword() {
        String secret = "s3cret";

        assertThat(with(Map.of("relay.jdbc.password", secret)).toString()).doesNotContain(secret);
        assertThatThrownBy(() -> with(Map.of("relay.jdbc.pasword", secret, "relay.jdbc.passwrd", secret)))
                .hasMessageContaining("did you mean relay.jdbc.password?")
                .hasMessageNotContaining(secret);
        assertThatThrownBy(() -> with(Map.of("relay.jdbc.url", "jdbc:other://host/db?password=" + secret)))
                .hasMessageContaining("jdbc:other://host/db?...")
                .hasMessageNotContaining(secret);
    }

    private static RelaySettings with(Map<String, String> more) {
        Map<String, String> values = new HashMap<>(REQUIRED);
        values.putAll(more);
        return RelaySettings.of(values);
    }
}

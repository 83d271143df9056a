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
        "relay.kafka.reconnect-backoff-max-ms, 49",
        "relay.outbox.table, outbox",
        "relay.publish-mode, OUTBOX",
        "relay.record-format, json",
        "relay.payload-bytes-max, 0",
        "relay.instance, a b",
        "pg.inbox.mode, fast",
        "pg.inbox.attempts-max, 0",
        "pg.inbox.retry-backoff-ms, 0",
        "pg.inbox.channel.capacity, 0",
        "pg.scheduler.inbox-polling-worker.fixed-delay-ms, 0",
        "pg.scheduler.inbox-polling-worker.pending-timeout-ms, 0",
        "outbox.claim, optimistic",
        "outbox.order, fifo",
        "outbox.poll.fixed-delay-ms, 0",
        "outbox.lease-ms, 0",
        "outbox.reaper.fixed-delay-ms, 0",
        "outbox.retry.attempts-max, 0",
        "outbox.retry.jitter-percent, 101",
        "outbox.removal.retention-ms, 0",
        "wake.transport, kafka",
        "wake.channel, Relay-Wake",
        "wake.keep-alive-ms, 0",
        "vendor.call-timeout-ms, 0",
        "consumer.retry.attempts, 0",
        "consumer.max-poll-interval-ms, 0"
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
    void refusesALeaseShorterThanTheWorkItCovers() {
        Map<String, String> lease = Map.of("relay.outbox.table", "outbox_event", "outbox.lease-ms", "24999");

        // Connection 3 s, two statements of 4 s, max-block 3 s, delivery 10 s and a second.
        assertThatThrownBy(() -> with(lease))
                .hasMessageContaining("outbox.lease-ms = 24999 must be more than 25000, the longest time that a live");
        assertThatThrownBy(() -> with(plus(lease, "outbox.lease-ms", "25000"))).isInstanceOf(SettingsException.class);
        assertThat(with(plus(lease, "outbox.lease-ms", "25001"))).isNotNull();
        assertThat(with(plus(lease, "outbox.claim", "row-lock"))).isNotNull();
        assertThat(with(plus(lease, "relay.outbox.table", "pg_outbox"))).isNotNull();
    }

    @Test
    void refusesAZombieThresholdShorterThanTheWorkOfALiveWorker() {
        Map<String, String> inbox = Map.of(
                "pg.inbox.topic", "payments",
                "vendor.url", "http://127.0.0.1:1",
                "pg.scheduler.inbox-polling-worker.in-progress-timeout-ms", "25000");

        assertThatThrownBy(() -> with(inbox))
                .hasMessageContaining("pg.scheduler.inbox-polling-worker.in-progress-timeout-ms = 25000 must be more");
        assertThat(with(plus(inbox, "vendor.call-timeout-ms", "1000"))).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pg.inbox.topic", "consumer.topic"})
    void refusesAnInboxAndAConsumerWithoutAVendor(String key) {
        assertThatThrownBy(() -> with(Map.of(key, "work"))).hasMessageContaining("vendor.url is missing: " + key);
    }

    @Test
    void refusesTakingMoreAtOnceThanTheChannelHolds() {
        assertThatThrownBy(() -> with(Map.of("pg.outbox.channel.capacity", "8", "pg.outbox.channel.take-size", "9")))
                .hasMessageContaining("pg.outbox.channel.take-size = 9 must be at most pg.outbox.channel.capacity = 8");
        assertThat(with(Map.of("pg.outbox.channel.capacity", "8"))
                        .outbox()
                        .channel()
                        .takeSize())
                .isEqualTo(8);
    }

    @Test
    void refusesALeadershipThatOneLateTickWouldEnd() {
        assertThatThrownBy(() -> with(Map.of("outbox.leader.lease-ms", "4000", "outbox.leader.fixed-delay-ms", "2000")))
                .hasMessageContaining("outbox.leader.lease-ms = 4000 must be more than twice");
    }

    @Test
    void refusesARetryLimitBelowItsFirstWait() {
        assertThatThrownBy(() -> with(Map.of("outbox.retry.backoff-ms", "2000", "outbox.retry.backoff-max-ms", "1000")))
                .hasMessageContaining("outbox.retry.backoff-max-ms = 1000 must be at least");
    }

    @Test
    void refusesARedisWakeWithoutAnAddress() {
        assertThatThrownBy(() -> with(Map.of("wake.transport", "redis")))
                .hasMessageContaining("wake.redis.url is missing");
        assertThatThrownBy(() -> with(Map.of("wake.redis.url", "http://me:s3cret@host")))
                .hasMessageContaining("wake.redis.url must be redis://host:port, but is 'http://...@host'");
        assertThatThrownBy(() -> with(Map.of("wake.redis.url", "redis://me:s3cret@host:port")))
                .hasMessageContaining("wake.redis.url must be redis://host:port, but is 'redis://...@host:port'");
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
        assertThat(with(Map.of("wake.redis.url", "redis://:" + secret + "@host"))
                        .toString())
                .doesNotContain(secret);
        assertThatThrownBy(() -> with(Map.of("relay.jdbc.pasword", secret, "relay.jdbc.passwrd", secret)))
                .hasMessageContaining("did you mean relay.jdbc.password?")
                .hasMessageNotContaining(secret);
        assertThatThrownBy(() -> with(Map.of("relay.jdbc.url", "jdbc:other://host/db?password=" + secret)))
                .hasMessageContaining("jdbc:other://host/db?...")
                .hasMessageNotContaining(secret);
    }

    private static Map<String, String> plus(Map<String, String> values, String key, String value) {
        Map<String, String> more = new HashMap<>(values);
        more.put(key, value);
        return more;
    }

    private static RelaySettings with(Map<String, String> more) {
        Map<String, String> values = new HashMap<>(REQUIRED);
        values.putAll(more);
        return RelaySettings.of(values);
    }
}

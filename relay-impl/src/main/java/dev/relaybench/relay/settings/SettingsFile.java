package dev.relaybench.relay.settings;

import dev.relaybench.relay.settings.SettingsReader.Range;
import dev.relaybench.relay.spi.RelayContract;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/// All keys, their defaults and their rules.
///
/// | key | default | meaning |
/// |---|---|---|
/// | `relay.jdbc.url`, `relay.jdbc.user`, `relay.jdbc.password` | required; the password is optional | see {@link
/// RelayContract} |
/// | `relay.jdbc.pool-size` | 16 | connections of the pool |
/// | `relay.jdbc.connection-timeout-ms` | 3000 | longest wait for a connection of the pool |
/// | `relay.jdbc.statement-timeout-ms` | 4000 | longest run of a statement, and wait for a lock |
/// | `relay.kafka.bootstrap-servers` | required | see {@link RelayContract} |
/// | `relay.kafka.delivery-timeout-ms` | 10000 | longest time from the send to its outcome |
/// | `relay.kafka.request-timeout-ms` | 3000 | longest wait for the answer to one request |
/// | `relay.kafka.max-block-ms` | 3000 | longest wait for metadata or buffer space |
/// | `relay.kafka.linger-ms` | 0 | this relay awaits each acknowledgement: to linger is to wait for nobody |
/// | `relay.kafka.reconnect-backoff-max-ms` | 500 | longest pause between two attempts to reach a broker |
/// | `relay.kafka.client.*` | none | `security.*`, `sasl.*`, `ssl.*` of Kafka's clients; see {@link RelayContract} |
/// | `relay.http.port` | 0 | port on 127.0.0.1, 0 = any |
/// | `pg.outbox.channel.capacity` | 1024 | capacity of the outbox channel |
/// | `pg.outbox.channel.worker-count` | 1 | outbox immediate workers (virtual threads) |
/// | `pg.outbox.channel.take-size` | 64 | jobs a worker relays in one transaction if they wait; 1 = the original |
/// | `pg.outbox.refused-backoff-max-ms` | 60000 | longest wait of a row that the broker refused |
/// | `pg.scheduler.polling-worker.fixed-delay-ms` | 2000 | outbox polling period |
/// | `pg.scheduler.polling-worker.batch-size` | 10 | rows taken per poll |
/// | `pg.scheduler.polling-worker.drain-until-empty` | true | go on until nothing is found; false = the original |
final class SettingsFile {
    private static final String POOL_SIZE = "relay.jdbc.pool-size";
    private static final String WORKER_COUNT = "pg.outbox.channel.worker-count";
    private static final String DELIVERY_TIMEOUT = "relay.kafka.delivery-timeout-ms";
    private static final String REQUEST_TIMEOUT = "relay.kafka.request-timeout-ms";
    private static final String LINGER = "relay.kafka.linger-ms";
    private static final long TEN_MINUTES_MS = Duration.ofMinutes(10).toMillis();
    private static final long ONE_DAY_MS = Duration.ofDays(1).toMillis();

    private final SettingsReader in;

    private SettingsFile(SettingsReader in) {
        this.in = in;
    }

    static RelaySettings read(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException unreadable) {
            throw new SettingsException(
                    "the settings file " + file + " cannot be read as UTF-8 properties: " + unreadable, unreadable);
        }
        Map<String, String> values = new HashMap<>();
        properties.stringPropertyNames().forEach(key -> values.put(key, properties.getProperty(key)));
        return of(values, "settings file " + file);
    }

    /// @param where how the error message names the source of the values
    static RelaySettings of(Map<String, String> values, String where) {
        SettingsReader in = new SettingsReader(values);
        RelaySettings settings = new SettingsFile(in).all();
        in.finish(where);
        return settings;
    }

    private RelaySettings all() {
        RelaySettings settings =
                new RelaySettings(database(), kafka(), outbox(), in.count(RelayContract.HTTP_PORT, 0, 0, 65_535));
        int pool = settings.database().poolSize();
        int workers = settings.outbox().channel().workerCount();
        in.rule(
                pool >= workers + 2,
                ("%s = %d must be at least %s + 2 = %d: each immediate worker and the polling worker hold a connection"
                                + " while they publish, and requests need one")
                        .formatted(POOL_SIZE, pool, WORKER_COUNT, workers + 2));
        return settings;
    }

    private DatabaseSettings database() {
        return new DatabaseSettings(
                in.required(
                        RelayContract.JDBC_URL,
                        "jdbc:postgresql:.+",
                        "a PostgreSQL JDBC URL (jdbc:postgresql://host:port/database)"),
                in.required(RelayContract.JDBC_USER, ".+", "the user of the database"),
                in.optional(RelayContract.JDBC_PASSWORD),
                in.count(POOL_SIZE, 16, 1, 1_000),
                // The pool itself takes nothing shorter than 250 ms.
                in.millis("relay.jdbc.connection-timeout-ms", new Range(3_000, 250, TEN_MINUTES_MS)),
                in.millis("relay.jdbc.statement-timeout-ms", new Range(4_000, 100, TEN_MINUTES_MS)));
    }

    private KafkaSettings kafka() {
        KafkaSettings kafka = new KafkaSettings(
                in.required(
                        RelayContract.BOOTSTRAP_SERVERS,
                        "[^\\s,:]+:\\d{1,5}(\\s*,\\s*[^\\s,:]+:\\d{1,5})*",
                        "a list of host:port, separated by commas"),
                in.millis(DELIVERY_TIMEOUT, new Range(10_000, 1, TEN_MINUTES_MS)),
                in.millis(REQUEST_TIMEOUT, new Range(3_000, 1, TEN_MINUTES_MS)),
                in.millis("relay.kafka.max-block-ms", new Range(3_000, 1, TEN_MINUTES_MS)),
                in.millis(LINGER, new Range(0, 0, TEN_MINUTES_MS)),
                in.millis("relay.kafka.reconnect-backoff-max-ms", new Range(500, 50, TEN_MINUTES_MS)),
                in.group(
                        RelayContract.KAFKA_CLIENT_PREFIX,
                        "security\\.[a-z.]+|sasl\\.[a-z.]+|ssl\\.[a-z.]+",
                        "security.*, sasl.* or ssl.*"));
        in.rule(
                kafka.deliveryTimeout().compareTo(kafka.requestTimeout().plus(kafka.linger())) >= 0,
                ("%s = %d must be at least %s + %s = %d: else the delivery is given up before the first request is"
                                + " answered")
                        .formatted(
                                DELIVERY_TIMEOUT,
                                kafka.deliveryTimeout().toMillis(),
                                REQUEST_TIMEOUT,
                                LINGER,
                                kafka.requestTimeout().plus(kafka.linger()).toMillis()));
        return kafka;
    }

    private OutboxSettings outbox() {
        return new OutboxSettings(
                new OutboxSettings.Channel(
                        in.count("pg.outbox.channel.capacity", 1_024, 1, 10_000_000),
                        in.count(WORKER_COUNT, 1, 1, 900),
                        in.count("pg.outbox.channel.take-size", 64, 1, 10_000)),
                new OutboxSettings.Polling(
                        in.millis("pg.scheduler.polling-worker.fixed-delay-ms", new Range(2_000, 1, ONE_DAY_MS)),
                        in.count("pg.scheduler.polling-worker.batch-size", 10, 1, 10_000),
                        in.flag("pg.scheduler.polling-worker.drain-until-empty", true)),
                in.millis("pg.outbox.refused-backoff-max-ms", new Range(60_000, 1, ONE_DAY_MS)));
    }
}

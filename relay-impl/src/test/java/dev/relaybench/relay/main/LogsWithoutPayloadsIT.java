package dev.relaybench.relay.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.relaybench.relay.message.PublishResult.Acked;
import dev.relaybench.relay.message.PublishResult.Refused;
import dev.relaybench.relay.message.PublishResult.Unavailable;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.testbed.MemoryPublisher;
import dev.relaybench.relay.testbed.RelayClient;
import dev.relaybench.relay.testbed.TestDatabase;
import dev.relaybench.relay.testbed.TestRelay;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class LogsWithoutPayloadsIT {
    private static final String PAYLOAD = "4111-1111-1111-1111";

    private final TestDatabase database = TestDatabase.create();
    private final MemoryPublisher publisher = new MemoryPublisher();
    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.relaybench.relay");
    private final Collected logs = new Collected();

    LogsWithoutPayloadsIT() throws SQLException {}

    @BeforeEach
    void listen() {
        logger.setLevel(Level.TRACE);
        logger.setAdditive(false);
        logger.addAppender(logs);
        logs.start();
    }

    @AfterEach
    void hush() {
        logger.detachAppender(logs);
        logger.setAdditive(true);
        logger.setLevel(null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pg_outbox", "outbox_event"})
    void noPayloadIsLoggedWhateverFails(String table) throws Exception {
        AtomicInteger calls = new AtomicInteger();
        publisher.answer(message -> switch (calls.incrementAndGet()) {
            case 1 -> new Refused("too large");
            case 2 -> new Unavailable("away");
            case 3 -> throw new IllegalStateException("broken");
            default -> new Acked(0, 0);
        });
        try (Relay relay = new TestRelay(publisher)
                .start(
                        database,
                        Map.of(
                                "relay.outbox.table", table,
                                "outbox.poll.fixed-delay-ms", "50",
                                "outbox.retry.backoff-ms", "20",
                                "pg.scheduler.polling-worker.fixed-delay-ms", "50",
                                "pg.outbox.postpone-refused", "false",
                                "relay.payload-bytes-max", "100"))) {
            RelayClient client = new RelayClient(relay.port());
            assertThat(post(client, PAYLOAD, "t")).startsWith("201");
            assertThat(post(client, PAYLOAD.repeat(10), "t")).startsWith("409");
            assertThat(post(client, PAYLOAD + "\\u0000", "t")).startsWith("409");
            await().until(() -> relay.counters().get(Counter.PUBLISHED_POLLING) == 1);
        }

        assertThat(logs.texts).anyMatch(text -> text.contains("too large"));
        assertThat(logs.texts).noneMatch(text -> text.contains("4111"));
    }

    private static String post(RelayClient client, String payload, String topic) throws Exception {
        return client.post(
                "{\"id\": \"%s\", \"aggregateId\": \"k\", \"sequence\": 1, \"topic\": \"%s\", \"payload\": \"%s\"}"
                        .formatted(UUID.randomUUID(), topic, payload));
    }

    /// Everything of an event that any layout could print.
    private static final class Collected extends AppenderBase<ILoggingEvent> {
        private final List<String> texts = new CopyOnWriteArrayList<>();

        @Override
        protected void append(ILoggingEvent event) {
            StringBuilder text = new StringBuilder(event.getFormattedMessage())
                    .append(event.getKeyValuePairs())
                    .append(event.getMDCPropertyMap());
            var thrown = event.getThrowableProxy();
            while (thrown != null) {
                text.append(thrown.getMessage());
                thrown = thrown.getCause();
            }
            texts.add(text.toString());
        }
    }
}

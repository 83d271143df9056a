package dev.relaybench.relay.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.relaybench.relay.message.PublishResult.Acked;
import dev.relaybench.relay.settings.RelaySettings;
import dev.relaybench.relay.settings.SettingsException;
import dev.relaybench.relay.testbed.MemoryPublisher;
import dev.relaybench.relay.testbed.RelayClient;
import dev.relaybench.relay.testbed.TestDatabase;
import dev.relaybench.relay.testbed.TestRelay;
import java.sql.SQLException;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Relays without an outbox.
class InlineRelayIT {
    private static final Map<String, String> INLINE = Map.of("relay.publish-mode", "inline");

    private final TestDatabase database = TestDatabase.create();
    private final MemoryPublisher publisher = new MemoryPublisher();

    InlineRelayIT() throws SQLException {}

    @Test
    void aTransactionIsOpenAcrossTheCallOfTheBroker() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch brokerAnswers = new CountDownLatch(1);
        publisher.answer(message -> {
            asked.countDown();
            awaitLatch(brokerAnswers);
            return new Acked(0, 0);
        });
        try (Relay relay = new TestRelay(publisher).start(database, INLINE);
                ExecutorService client = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<String> answer = client.submit(() -> new RelayClient(relay.port()).post(UUID.randomUUID(), false));
            awaitLatch(asked);

            // The second hole of this mode: a connection and its locks wait for the broker.
            await().until(() -> database.number("SELECT count(*) FROM pg_stat_activity WHERE state ="
                            + " 'idle in transaction' AND query LIKE 'INSERT INTO business_request%'")
                    == 1);
            assertThat(answer.isDone()).isFalse();
            brokerAnswers.countDown();

            assertThat(answer.get(20, TimeUnit.SECONDS)).startsWith("201 ");
        }
    }

    @Test
    void nothingPollsAndTheRelayIsLive() throws Exception {
        try (Relay relay = new TestRelay(publisher).start(database, INLINE)) {
            assertThat(new RelayClient(relay.port()).get("/live")).isEqualTo("200 {\"loops\":{}}");
            assertThat(new RelayClient(relay.port()).get("/ready")).startsWith("200 ");
        }
    }

    @Test
    void aPublisherThatCanOnlyWaitIsRefusedAtTheStart() {
        assertThatThrownBy(() -> new TestRelay(publisher).start(database, Map.of("relay.publish-mode", "inline-async")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("MemoryPublisher cannot send without waiting");
    }

    @ParameterizedTest
    @ValueSource(strings = {"inline", "inline-async"})
    void aPublisherCannotBeDisabledWhereNothingIsStored(String mode) {
        Map<String, String> settings =
                database.settings(Map.of("relay.publish-mode", mode, "relay.publisher.enabled", "false"));

        assertThatThrownBy(() -> RelaySettings.of(settings))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("relay.publisher.enabled = false needs relay.publish-mode = outbox");
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}

package dev.relaybench.relay.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InboxSettingsTest {
    private static final String IN_PROGRESS = "pg.scheduler.inbox-polling-worker.in-progress-timeout-ms";

    @Test
    void defaultsAreThoseOfTheOriginal() {
        InboxSettings inbox = with(Map.of()).inbox();

        assertThat(inbox.channel()).isEqualTo(new InboxSettings.Channel(1_024, 5));
        assertThat(inbox.polling().fixedDelay()).isEqualTo(Duration.ofSeconds(5));
        assertThat(inbox.polling().batchSize()).isEqualTo(10);
        assertThat(inbox.polling().pendingTimeout()).isEqualTo(Duration.ofMinutes(1));
        assertThat(inbox.polling().inProgressTimeout()).isEqualTo(Duration.ofMinutes(1));
        assertThat(inbox.attemptsMax()).isEqualTo(4);
        assertThat(inbox.topics().outbound()).isEqualTo("pay-results");
        assertThat(inbox.topics().deadLetter()).isEqualTo("pay-dlt");
    }

    @Test
    void refusesAZombieThresholdThatALiveWorkerCanExceed() {
        // Three calls of 5 s, a connection of 3 s, four statements of 4 s.
        with(Map.of(IN_PROGRESS, "34001"));

        assertThatThrownBy(() -> with(Map.of(IN_PROGRESS, "34000")))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining(IN_PROGRESS + " = 34000 must be more than 34000");
    }

    @Test
    void refusesAnInboxWithoutAVendor() {
        assertThatThrownBy(() -> with(Map.of("vendor.url", "")))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("vendor.url is missing");
    }

    @Test
    void refusesAnInboxWhoseResultsNobodyWouldRelay() {
        assertThatThrownBy(() -> with(Map.of("relay.outbox.table", "outbox_event")))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("pg.inbox.topic needs relay.outbox.table = pg_outbox");
        assertThatThrownBy(() -> with(Map.of("relay.publish-mode", "inline")))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("relay.publish-mode = outbox");
    }

    @Test
    void anInboxThatIsOffNeedsNothing() {
        assertThat(with(Map.of("pg.inbox.topic", "", "vendor.url", "", IN_PROGRESS, "1"))
                        .inbox()
                        .topics()
                        .inbound())
                .isEmpty();
    }

    private static RelaySettings with(Map<String, String> more) {
        Map<String, String> values = new HashMap<>(Map.of(
                "relay.jdbc.url", "jdbc:postgresql://127.0.0.1:5432/app",
                "relay.jdbc.user", "app",
                "relay.kafka.bootstrap-servers", "127.0.0.1:9092",
                "pg.inbox.topic", "pay",
                "vendor.url", "http://127.0.0.1:1"));
        values.putAll(more);
        return RelaySettings.of(values);
    }
}

package dev.relaybench.relay.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConsumerSettingsTest {
    private static final Map<String, String> ON = Map.of("consumer.topic", "work", "vendor.url", "http://127.0.0.1:1");

    @Test
    void theDefaultsKeepTheRules() {
        ConsumerSettings consumer = with(ON).consumer();

        assertThat(consumer.topic()).contains("work");
        assertThat(consumer.attempts()).isEqualTo(3);
        assertThat(consumer.retryDelay()).isEqualTo(Duration.ofSeconds(1));
        assertThat(consumer.askBeforeCallingAgain()).isTrue();
        assertThat(consumer.catchEverything()).isFalse();
    }

    @Test
    void refusesAConsumerWithoutAVendor() {
        assertThatThrownBy(() -> with(Map.of("consumer.topic", "work")))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("vendor.url is missing: consumer.topic needs a vendor to call");
    }

    @Test
    void refusesABatchThatMayTakeLongerThanThePollInterval() {
        // Two calls of 5 s, two connections of 3 s, three statements of 4 s, a publish of 14 s, and a second.
        assertThatThrownBy(() -> with(ON, Map.of("consumer.max-poll-interval-ms", "215000")))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("consumer.records-per-poll-max = 5 x 43000")
                .hasMessageContaining("is 215000 and must be less than consumer.max-poll-interval-ms = 215000")
                .hasMessageContaining("give the partitions away");
        assertThat(with(ON, Map.of("consumer.max-poll-interval-ms", "215001"))).isNotNull();
    }

    @Test
    void aSlowerVendorNeedsALongerInterval() {
        assertThatThrownBy(() -> with(ON, Map.of("vendor.call-timeout-ms", "60000")))
                .hasMessageContaining("consumer.records-per-poll-max = 5 x 153000");
        assertThat(with(ON, Map.of("vendor.call-timeout-ms", "60000", "consumer.records-per-poll-max", "1")))
                .isNotNull();
    }

    @Test
    void theRuleMeansNothingWithoutAConsumer() {
        assertThat(with(Map.of("consumer.max-poll-interval-ms", "1"))).isNotNull();
    }

    private static RelaySettings with(Map<String, String> some) {
        return with(some, Map.of());
    }

    private static RelaySettings with(Map<String, String> some, Map<String, String> more) {
        Map<String, String> values = new HashMap<>(Map.of(
                "relay.jdbc.url", "jdbc:postgresql://127.0.0.1:5432/app",
                "relay.jdbc.user", "app",
                "relay.kafka.bootstrap-servers", "127.0.0.1:9092"));
        values.putAll(some);
        values.putAll(more);
        return RelaySettings.of(values);
    }
}

package dev.relaybench.relay.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class BrokerEchoIT {
    @Test
    void whatIsSentCanBeRead() throws InterruptedException {
        String topic = TestBroker.topic("echo", 3);

        TestBroker.send(topic, Map.of("a", "1", "b", "2"), Map.of("h", "x"));

        assertThat(TestBroker.read(topic))
                .extracting(record -> record.key() + record.value())
                .containsExactlyInAnyOrder("a1", "b2");
    }
}

package dev.relaybench.relay.main;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.relaybench.relay.testbed.MemoryPublisher;
import dev.relaybench.relay.testbed.TestDatabase;
import dev.relaybench.relay.testbed.TestRelay;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MissingSystemsIT {
    private final TestDatabase database = TestDatabase.create();

    MissingSystemsIT() throws SQLException {}

    @ParameterizedTest
    @CsvSource({
        "relay.publish-mode, inline",
        "wake.transport, in-memory",
        "consumer.topic, work"
    })
    void whatIsNotThereYetIsRefusedAndNotIgnored(String key, String value) {
        Map<String, String> settings = Map.of(key, value);

        assertThatThrownBy(() -> new TestRelay(new MemoryPublisher()).start(database, settings))
                .isInstanceOf(StartupException.class)
                .hasMessage(key + " is set to what this relay cannot do yet: leave it out");
    }
}

package dev.relaybench.relay.sabotage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.relaybench.relay.main.Relay;
import dev.relaybench.relay.testbed.MemoryPublisher;
import dev.relaybench.relay.testbed.RelayClient;
import dev.relaybench.relay.testbed.TestDatabase;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class SabotageIT {
    @Test
    void offeringBeforeTheCommitPublishesWhatIsRolledBack() throws Exception {
        TestDatabase database = TestDatabase.create();
        MemoryPublisher publisher = new MemoryPublisher();
        UUID id = UUID.randomUUID();
        try (Relay relay = new OfferBeforeCommit(publisher).start(database, Map.of())) {
            assertThat(new RelayClient(relay.port()).post(id, true)).startsWith("409 ");

            await().until(() -> publisher.published().contains(id));
        }
    }
}

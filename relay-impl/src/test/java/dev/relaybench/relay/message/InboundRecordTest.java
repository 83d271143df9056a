package dev.relaybench.relay.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class InboundRecordTest {
    private static final UUID ID = UUID.randomUUID();

    @Test
    void itsIdIsThatOfItsSender() {
        assertThat(at(7, Map.of("event-id", ID.toString())).id("event-id")).isEqualTo(ID);
    }

    @Test
    void withoutOneItsIdIsItsPlace() {
        assertThat(at(7, Map.of()).id("event-id"))
                .isEqualTo(at(7, Map.of("event-id", "no uuid")).id("event-id"))
                .isNotEqualTo(at(8, Map.of()).id("event-id"));
    }

    @Test
    void neverShowsWhatIsInIt() {
        assertThat(at(7, Map.of("h", "secret")).toString()).isEqualTo("InboundRecord[t-0@7]");
    }

    private static InboundRecord at(long offset, Map<String, String> headers) {
        return new InboundRecord("t", 0, offset, "k", "secret", headers);
    }
}

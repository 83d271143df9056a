package dev.relaybench.relay.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.settings.EventSettings.Format;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordFormatTest {
    private static final UUID ID = UUID.fromString("00000000-0000-0000-0000-000000000001");
    private final RecordFormat envelope = RecordFormat.of(Format.ENVELOPE);

    @Test
    void rawIsThePayloadAndNothingElse() {
        assertThat(text(RecordFormat.of(Format.RAW), "{ \"ü\": 1 }")).isEqualTo("{ \"ü\": 1 }");
    }

    @Test
    void anEnvelopeTellsAllAboutTheEvent() {
        assertThat(text(envelope, "{\"total\":1}"))
                .isEqualTo("{\"id\":\"00000000-0000-0000-0000-000000000001\",\"type\":\"placed\","
                        + "\"aggregateType\":\"order\",\"aggregateId\":\"o\\\"1\","
                        + "\"occurredAt\":\"2026-01-02T03:04:05.000006Z\",\"payload\":{\"total\":1}}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\": [1, {\"b\": null}]}",
                "[]",
                "12345678901234567890.12345678901234567890",
                "\"text\"",
                "true",
                "null",
                " {} "
            })
    void jsonStandsThereLetterForLetter(String json) {
        assertThat(payloadOf(json)).isEqualTo(json);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "p", "{", "{}{}", "{\"a\":1},\"id\":\"forged\"", "1 2", "]", "NaN", "01", "'a'"})
    void anythingElseIsAString(String text) {
        assertThat(payloadOf(text)).isEqualTo("\"" + text.replace("\"", "\\\"") + "\"");
    }

    @Test
    void theSameMessageGivesTheSameBytes() {
        assertThat(envelope.value(message("{}")))
                .isEqualTo(RecordFormat.of(Format.ENVELOPE).value(message("{}")));
    }

    private String payloadOf(String payload) {
        String text = text(envelope, payload);
        String name = "\"payload\":";
        return text.substring(text.indexOf(name) + name.length(), text.length() - 1);
    }

    private static String text(RecordFormat format, String payload) {
        return new String(format.value(message(payload)), StandardCharsets.UTF_8);
    }

    private static OutboxMessage message(String payload) {
        Instant at = Instant.parse("2026-01-02T03:04:05.000006Z");
        return new OutboxMessage(ID, "order", "o\"1", "placed", "t", payload, Map.of(), at);
    }
}

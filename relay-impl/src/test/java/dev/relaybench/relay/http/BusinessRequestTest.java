package dev.relaybench.relay.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BusinessRequestTest {
    private static final String ID = "6f2c6c0e-6a0e-4b0e-9d2b-0d5a6f2c6c0e";

    @Test
    void readsARequest() throws IOException {
        assertThat(read("""
                {"id": "%s", "aggregateId": "k17", "sequence": 42, "topic": "t", "payload": "grüße", "rollback": true}
                """.formatted(ID)))
                .isEqualTo(new BusinessRequest(UUID.fromString(ID), "k17", 42, "t", "grüße", true));
    }

    @Test
    void commitsUnlessToldOtherwise() throws IOException {
        assertThat(read("{\"id\":\"%s\",\"aggregateId\":\"k\",\"sequence\":1,\"topic\":\"t\",\"payload\":\"\"}"
                                .formatted(ID))
                        .rollback())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nonsense | not JSON",
                "[] | not a JSON object",
                "{} | field 'id' is missing",
                "{\"id\": \"x\"} | UUID",
                "{\"id\": 1} | field 'id' must be a string",
                "{\"sequence\": \"a\"} | not JSON",
                "{\"surprise\": 1} | unknown field 'surprise'",
                "{\"id\": | not JSON"
            })
    void refusesAnythingElse(String body, String reason) {
        assertThatThrownBy(() -> read(body))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason);
    }

    private static BusinessRequest read(String body) throws IOException {
        return BusinessRequest.read(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)));
    }
}

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
import org.junit.jupiter.params.provider.ValueSource;

class ReplayRequestTest {
    private static final String ID = "6f2c6c0e-6a0e-4b0e-9d2b-0d5a6f2c6c0e";

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", " {} "})
    void nothingAsksForAll(String body) throws IOException {
        assertThat(read(body)).isEqualTo(new ReplayRequest.All());
    }

    @Test
    void anIdAsksForOneAndATopicForItsOwn() throws IOException {
        assertThat(read("{\"id\":\"" + ID + "\"}")).isEqualTo(new ReplayRequest.One(UUID.fromString(ID)));
        assertThat(read("{\"topic\":\"t\"}")).isEqualTo(new ReplayRequest.Topic("t"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            [] | the body is not a JSON object
            {"id": 1} | field 'id' must be a string
            {"id": "x"} | Invalid UUID string: x
            {"ids": "x"} | unknown field 'ids'
            {"topic": "t", "topic": "u"} | field 'topic' comes twice
            {"topic": "t", "id": "u"} | only one field is allowed
            {"id": | the body is not JSON
            """)
    void anythingElseIsRefusedWithASentence(String body, String sentence) {
        assertThatThrownBy(() -> read(body))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(sentence);
    }

    private static ReplayRequest read(String body) throws IOException {
        return ReplayRequest.read(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)));
    }
}

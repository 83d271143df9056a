package dev.relaybench.relay.kafka;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/// One record of a {@link PausingSource}, as it came: its bytes can be sent on unchanged.
public final class SourceRecord {
    private final ConsumerRecord<byte[], byte[]> record;

    SourceRecord(ConsumerRecord<byte[], byte[]> record) {
        this.record = record;
    }

    public String topic() {
        return record.topic();
    }

    public int partition() {
        return record.partition();
    }

    public long offset() {
        return record.offset();
    }

    /// When it was sent, or taken by the broker, whatever the topic is set to.
    public Instant timestamp() {
        return Instant.ofEpochMilli(record.timestamp());
    }

    /// Empty if it has none, or one that is no UTF-8.
    public Optional<String> key() {
        return text(record.key());
    }

    /// Empty if it has none, or one that is no UTF-8.
    public Optional<String> value() {
        return text(record.value());
    }

    /// All headers that are UTF-8; of several of one name, the last one.
    public Map<String, String> headers() {
        Map<String, String> headers = new HashMap<>();
        record.headers().forEach(header -> text(header.value()).ifPresent(text -> headers.put(header.key(), text)));
        return headers;
    }

    ConsumerRecord<byte[], byte[]> raw() {
        return record;
    }

    /// Never shows key, value or headers.
    @Override
    public String toString() {
        return topic() + "-" + partition() + "@" + offset();
    }

    private static Optional<String> text(byte @Nullable [] bytes) {
        if (bytes == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException noText) {
            return Optional.empty();
        }
    }
}

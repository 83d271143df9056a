package dev.relaybench.relay.kafka;

import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.settings.EventSettings.Format;
import java.nio.charset.StandardCharsets;

/// What a record's value is made of. The same message gives the same bytes each time: who gets it twice can tell.
@FunctionalInterface
public interface RecordFormat {
    /// The payload as it is.
    RecordFormat RAW = message -> message.payload().getBytes(StandardCharsets.UTF_8);

    /// The bytes of a record's value.
    byte[] value(OutboxMessage message);

    /// The format of these settings.
    static RecordFormat of(Format format) {
        return switch (format) {
            case RAW -> RAW;
            case ENVELOPE -> new Envelope();
        };
    }
}

package dev.relaybench.relay.inbox;

import dev.relaybench.relay.message.InboundRecord;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Records that nobody can ever work on.
final class Poison {
    /// An index entry has to hold it, and an address.
    static final int PAYMENT_ID_CHARS_MAX = 256;

    private Poison() {}

    /// Why the record is poison, without any part of it; empty if it is not.
    static Optional<String> reason(InboundRecord record) {
        String key = record.key();
        String value = record.value();
        if (key == null || key.isEmpty()) {
            return Optional.of("the key is missing, which is the payment id");
        }
        if (key.length() > PAYMENT_ID_CHARS_MAX) {
            return Optional.of("a key of %d characters, allowed are %d".formatted(key.length(), PAYMENT_ID_CHARS_MAX));
        }
        if (value == null) {
            return Optional.of("the value is missing");
        }
        if (hasNul(key) || hasNul(value)) {
            return Optional.of("a NUL character, which the database has no text for");
        }
        return Optional.empty();
    }

    /// The nearest text that the database takes. The record itself can still be read where the dead letter says.
    static String storable(@Nullable String text) {
        return text == null ? "" : text.replace('\0', '\uFFFD');
    }

    private static boolean hasNul(String text) {
        return text.indexOf('\0') >= 0;
    }
}
